import { counted } from '../../contract/counted-nouns.ts'
import { formatMoney } from '../../contract/money.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import type { ValuationSummary, Worth } from '../../contract/valuation-report.ts'
import { Figure, Figures } from '../products/product-figures.tsx'
import { unknownCostText } from '../products/unknown-cost.ts'

/** The value of the stock at price and at cost. */
export function ValuationFigures({ summary: { on_hand, in_transit, held, products } }: { summary: ValuationSummary }) {
  return (
    <Figures label="Valuation in numbers">
      <Figure wide label="Total Retail" note={`${counted(on_hand.units, 'unit')} of ${counted(products, 'product')}`}>
        {formatMoney(on_hand.total_retail)}
      </Figure>
      <Figure wide label="Total Cost" note={costNote(on_hand)}>
        {formatMoney(on_hand.total_cost)}
      </Figure>
      <Figure wide label="Potential Profit" note={marginText(on_hand)}>
        {formatMoney(on_hand.profit)}
      </Figure>
      <Figure wide label="In transit and on hold" note={apartText(in_transit, held)}>
        {formatMoney(roundTo(in_transit.total_retail + held.total_retail, 2))}
      </Figure>
    </Figures>
  )
}

/** The part missing in the total cost. */
function costNote({ unknown_cost_units }: Worth): string {
  return unknown_cost_units === 0 ? 'at cost price' : unknownCostText(unknown_cost_units)
}

/** Goods that are ours but not on hand. */
function apartText(in_transit: Worth, held: Worth): string {
  if (in_transit.units === 0 && held.units === 0) return 'none'
  return `${formatQuantity(in_transit.units)} in transit, ${formatQuantity(held.units)} on hold, not in the totals`
}

/** The profit as a share of the value at price, for stock of known cost. */
function marginText({ profit, total_retail, unknown_cost_retail }: Worth): string {
  const retail = roundTo(total_retail - unknown_cost_retail, 2)
  const without = unknown_cost_retail === 0 ? '' : ', where the cost is known'
  if (retail <= 0) return `retail minus cost${without}`
  const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(profit / retail)
  return `${share.replace('-', '−')} of retail${without}`
}
