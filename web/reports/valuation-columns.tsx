import { formatQuantity } from '../../contract/quantity.ts'
import type { ValuationLine } from '../../contract/valuation-report.ts'
import type { Past } from '../kit/as-of-text.ts'
import type { Column } from '../kit/columns.ts'
import { RecordLine } from '../kit/record-line.tsx'
import { productAddress } from '../products/product-address.ts'
import { Money } from '../ui/tabular.tsx'
import { amountText, ExactMoney } from './exact-figure.tsx'
import { StockCell } from './product-cells.tsx'

/** Figures that need a known cost. */
const ofCost: readonly string[] = ['cost_price', 'total_cost', 'profit']

/** The columns of the valuation, now or at a past moment. */
export function valuationColumns(past: Past | null): readonly Column<ValuationLine>[] {
  const number = { align: 'right', descendingFirst: true } as const
  const money = (id: 'cost_price' | 'total_cost' | 'price' | 'total_retail' | 'profit', header: string) =>
    ({
      id,
      header,
      sort: id,
      cell: (line: ValuationLine) => {
        if (ofCost.includes(id) && !line.cost_is_known) return <Money value={null} />
        return id === 'cost_price' ? <Money cost value={line.cost_price} /> : <ExactMoney value={line[id]} />
      },
      ...number,
    }) as const
  return [
    { id: 'name', header: 'Product Name', cell: ({ name }) => name, sort: 'name', link: true, minWidth: 180 },
    { id: 'sku', header: 'SKU', cell: ({ sku }) => sku, sort: 'sku', width: 96, priority: 3 },
    {
      id: 'on_hand',
      header: 'Current Stock',
      cell: (line) => <StockCell line={line} past={past} />,
      sort: 'on_hand',
      width: 112,
      ...number,
    },
    { ...money('cost_price', 'Cost Price'), width: 96, priority: 2 },
    { ...money('total_cost', 'Total Cost'), width: 120, priority: 1 },
    { ...money('price', 'Retail Price'), width: 104, priority: 2 },
    { ...money('total_retail', 'Total Retail'), width: 122 },
    { ...money('profit', 'Potential Profit'), width: 128 },
  ]
}

/** A product of the valuation on phones. */
export function ValuationRow({ line, past }: { line: ValuationLine; past: Past | null }) {
  const { product_id, name, sku, on_hand, total_cost, total_retail, profit, cost_is_known } = line
  return (
    <RecordLine
      to={productAddress(product_id, past)}
      title={name}
      text={`${sku} · ${formatQuantity(on_hand)} in stock`}
      note={cost_is_known ? `cost ${amountText(total_cost)}, profit ${amountText(profit)}` : 'cost unknown'}
      aside={<ExactMoney value={total_retail} />}
    />
  )
}
