import type { Past } from '../kit/as-of-text.ts'
import { StockNumber } from '../stock/stock-number.tsx'

type StockCellProps = Readonly<{
  line: Readonly<{ product_id: string; name: string; on_hand: number }>
  past: Past | null
}>

/** Stock that opens its explanation, at the report's moment. */
export function StockCell({ line: { product_id, name, on_hand }, past }: StockCellProps) {
  return <StockNumber value={on_hand} product={name} product_id={product_id} past={past} />
}
