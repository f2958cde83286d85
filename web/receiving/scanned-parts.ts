import { type ScannedGoods, scannedGoods } from '../../contract/element-strings.ts'
import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { roundTo } from '../../contract/quantity.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { newId } from '../kit/new-id.ts'
import { amountOf, blankPart, type Part, partsOf, scannedLine } from './receipt-values.ts'

export type Scanned = Readonly<{
  line: PurchaseOrderLine
  /** The lot that the code names; '' for none. */
  lot_number: string
  /** The part that the units are added to, as it was. */
  before: Part
  /** Nothing was entered in it: only the scan makes it a part of the receipt. */
  isNew: boolean
  /** The same, changed. */
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
  const isNew = !parts.some(({ key }) => key === part.key)
  return { line, lot_number, before, isNew, part }
}

/** The parts without what a scan added; what was typed since stays. */
export function withoutScan(parts: readonly Part[], { before, isNew, part }: Scanned): Part[] {
  return parts.flatMap((one) => {
    if (one.key !== part.key) return [one]
    const rest = { ...one, ...takenBack(one, before, part) }
    return isNew && JSON.stringify(rest) === JSON.stringify(before) ? [] : [rest]
  })
}

/** The fields of a part that a scan changed from `before` to `after`, without it. */
function takenBack(part: Part, before: Part, after: Part): Partial<Part> {
  const units = roundTo(amountOf(part) - (amountOf(after) - amountOf(before)), 4)
  return {
    ...(typeof part.quantity === 'number' ? { quantity: units > 0 ? units : before.quantity && 0 } : {}),
    ...(part.lot_number === after.lot_number ? { lot_number: before.lot_number } : {}),
    ...(part.expires_on === after.expires_on ? { expires_on: before.expires_on } : {}),
  }
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
