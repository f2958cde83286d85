import { type ScannedGoods, scannedGoods } from '../../contract/element-strings.ts'
import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { roundTo } from '../../contract/quantity.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { newId } from '../kit/new-id.ts'
import { amountOf, blankPart, type Part, partsOf, scannedLine } from './receipt-values.ts'

type Scanned = Readonly<{
  line: PurchaseOrderLine
  /** The lot that the code names; '' for none. */
  lot_number: string
  /** The part that the units are added to, changed. */
  part: Part
}>

/**
 * What a scan changes: it adds the units that the code has, otherwise one, to the part with its lot, and fills in the
 * lot and its expiry date. Null if no line of the order has this code.
 */
export function scannedPart(
  order: PurchaseOrder,
  parts: readonly Part[],
  { code, today, location_id }: Readonly<{ code: string; today: string; location_id: string }>,
): Scanned | null {
  const line = scannedLine(order, parts, code)
  if (!line) return null
  const goods = scannedGoods(trimmed(code), today)
  const lot_number = goods?.lot_number ?? ''
  const before = partFor(line, parts, location_id, lot_number)
  const part = { ...before, ...scannedInto(before, goods) }
  return { line, lot_number, part }
}

/**
 * The part for scanned units: the first one, or that of their lot. Other lots' units stay apart, and so do those whose
 * lot wasn't named.
 */
function partFor(line: PurchaseOrderLine, parts: readonly Part[], location_id: string, lot_number: string): Part {
  const shown = partsOf(line, parts, location_id)
  const [first] = shown
  if (lot_number === '' && first) return first
  const lotOf = (part: Part) => trimmed(part.lot_number)
  return (
    shown.find((part) => lotOf(part) === lot_number) ??
    shown.find((part) => lotOf(part) === '' && amountOf(part) === 0) ??
    blankPart(line, location_id, newId())
  )
}

/** The fields of a part with scanned units. A typed lot or date stays. */
function scannedInto(part: Part, goods: ScannedGoods | null): Partial<Part> {
  const quantity = roundTo(amountOf(part) + (goods?.quantity ?? 1), 4)
  if (!goods) return { quantity }
  return {
    quantity,
    lot_number: trimmed(part.lot_number) || goods.lot_number,
    expires_on: part.expires_on || goods.expires_on,
  }
}
