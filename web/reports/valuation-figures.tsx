import { counted } from '../../contract/counted-nouns.ts'
import { formatMoney } from '../ui/money.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import type { ValuationSummary, Worth } from '../../contract/valuation-report.ts'
import { Figure, Figures } from '../products/product-figures.tsx'
import { unknownCostText } from '../products/unknown-cost.ts'
import { tooManyDigits } from './exact-figure.tsx'

/** The value of the stock at price and at cost. */
export function ValuationFigures({ summary }: { summary: ValuationSummary }) {
  const { products } = summary
  const [on_hand, in_transit, held] = [summary.on_hand, summary.in_transit, summary.held].map((worth) =>
    summary.units_have_sum ? worth : withoutUnits(worth),
  ) as [Worth, Worth, Worth]
  return (
    <Figures label="Valuation in numbers">
      <Amount label="Total Retail" amount={on_hand.total_retail} note={unitsText(on_hand, products)} />
      <Amount label="Total Cost" amount={on_hand.total_cost} note={costNote(on_hand)} />
      <Amount label="Potential Profit" amount={on_hand.profit} note={marginText(on_hand)} />
      <Amount label="In transit and on hold" amount={apart(in_transit, held)} note={apartText(in_transit, held)} />
    </Figures>
  )
}

/** Units of different measures have no sum; none is none in every measure. */
function withoutUnits(worth: Worth): Worth {
  const units = worth.units === 0 ? 0 : null
  return { ...worth, units, unknown_cost_units: worth.unknown_cost_units === 0 ? 0 : null }
}

type AmountProps = Readonly<{ label: string; amount: number | null; note: string }>

/** One that is too large to be shown exactly says so; the others are still useful. */
function Amount({ label, amount, note }: AmountProps) {
  return (
    <Figure wide label={label} note={amount === null ? tooManyDigits : note}>
      {amount === null ? 'Too large' : formatMoney(amount)}
    </Figure>
  )
}

function unitsText({ units }: Worth, products: number): string {
  return units === null ? counted(products, 'product') : `${counted(units, 'unit')} of ${counted(products, 'product')}`
}

/** The part missing in the total cost. */
function costNote({ unknown_cost_units }: Worth): string {
  return unknown_cost_units === 0 ? 'at cost price' : unknownCostText(unknown_cost_units)
}

function apart(in_transit: Worth, held: Worth): number | null {
  if (in_transit.total_retail === null || held.total_retail === null) return null
  return roundTo(in_transit.total_retail + held.total_retail, 2)
}

/** Goods that are ours but not on hand. */
function apartText(in_transit: Worth, held: Worth): string {
  if (in_transit.units === 0 && held.units === 0) return 'none'
  if (in_transit.units === null || held.units === null) return 'not in the totals'
  return `${formatQuantity(in_transit.units)} in transit, ${formatQuantity(held.units)} on hold, not in the totals`
}

/** The profit as a share of the value at price, for stock of known cost. */
function marginText({ profit, total_retail, unknown_cost_retail }: Worth): string {
  if (total_retail === null || unknown_cost_retail === null || profit === null) return 'retail minus cost'
  const retail = roundTo(total_retail - unknown_cost_retail, 2)
  const without = unknown_cost_retail === 0 ? '' : ', where the cost is known'
  if (retail <= 0) return `retail minus cost${without}`
  const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(profit / retail)
  return `${share.replace('-', '−')} of retail${without}`
}
