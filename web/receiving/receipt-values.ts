import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import type { Condition } from '../../contract/receiving.ts'
import { isDay } from '../../contract/days.ts'
import { scannedBarcodes } from '../../contract/element-strings.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { newId } from '../kit/new-id.ts'

/** One part of a line: a quantity at one location, in one condition, of one lot. */
export type Part = Readonly<{
  key: string
  /** The line of the order. */
  item: string
  quantity: number | string
  location_id: string
  condition: Condition
  lot_number: string
  expires_on: string
  notes: string
  photos: readonly string[]
}>

export type ReceiptValues = {
  /** Stored with the form, so that it is recorded once, whatever happens to the browser. */
  id: string
  /** The day it arrived; '' for today. */
  happened_at: string
  notes: string
  /** Only parts that were edited. */
  parts: Part[]
  /** Lines with an intended over-delivery. */
  over: string[]
}

export function newReceiptValues(): ReceiptValues {
  return { id: newId(), happened_at: '', notes: '', parts: [], over: [] }
}

/** An untouched part: no quantity yet, at the line's location, in good condition. */
export function blankPart({ id, location_id }: PurchaseOrderLine, defaultLocation: string, key = `blank ${id}`): Part {
  return {
    key,
    item: id,
    quantity: '',
    location_id: location_id ?? defaultLocation,
    condition: 'good',
    lot_number: '',
    expires_on: '',
    notes: '',
    photos: [],
  }
}

/** The displayed parts of a line: the edited ones, or an untouched one. */
export function partsOf(line: PurchaseOrderLine, parts: readonly Part[], defaultLocation: string): readonly Part[] {
  const touched = parts.filter((part) => part.item === line.id)
  return touched.length > 0 ? touched : [blankPart(line, defaultLocation)]
}

export const amountOf = ({ quantity }: Part) => (typeof quantity === 'number' ? quantity : 0)

/** The quantity of a line about to be received. */
export function typedOf(parts: readonly Part[], item: string): number {
  return roundTo(
    parts.filter((part) => part.item === item).reduce((sum, part) => sum + amountOf(part), 0),
    4,
  )
}

/** The typed quantity of a line beyond the remaining one. */
export function excessOf(line: PurchaseOrderLine, parts: readonly Part[]): number {
  return Math.max(0, roundTo(typedOf(parts, line.id) - line.remaining, 4))
}

/** The expiry day of a part that has expired, as typed; null if it hasn't, or there is none. */
export function expiredOn({ lot_number, expires_on }: Part, today: string): string | null {
  return trimmed(lot_number) !== '' && isDay(expires_on) && expires_on < today ? expires_on : null
}

type SentLine = { part: number; quantity: number | string; is_over_delivery: boolean }

/**
 * The lines to send: parts with a quantity; those of 0 are skipped. An intended quantity beyond the remaining one
 * becomes a separate line. `part` is the part each came from, so that a refusal finds its field.
 */
export function sentLines(order: PurchaseOrder, { parts, over }: ReceiptValues): SentLine[] {
  const left = new Map(order.lines.map((line) => [line.id, line.remaining]))
  return parts.flatMap((part, index): SentLine[] => {
    const { item, quantity } = part
    const remaining = left.get(item)
    if (remaining === undefined || quantity === '' || quantity === 0) return []
    if (typeof quantity === 'string' || !over.includes(item))
      return [{ part: index, quantity, is_over_delivery: false }]
    const ordered = Math.min(quantity, remaining)
    const beyond = roundTo(quantity - ordered, 4)
    left.set(item, roundTo(remaining - ordered, 4))
    return [
      ...(ordered > 0 ? [{ part: index, quantity: ordered, is_over_delivery: false }] : []),
      ...(beyond > 0 ? [{ part: index, quantity: beyond, is_over_delivery: true }] : []),
    ]
  })
}

/** The input for the server. A lot's expiry only with a lot. */
export function receiptInput(order: PurchaseOrder, values: ReceiptValues) {
  const lines = sentLines(order, values).map(({ part, quantity, is_over_delivery }) => {
    const { item, location_id, condition, lot_number, expires_on, notes, photos } = values.parts[part] as Part
    return {
      purchase_order_item_id: item,
      quantity,
      location_id,
      condition,
      lot_number,
      expires_on: trimmed(lot_number) === '' ? '' : expires_on,
      notes,
      photos,
      is_over_delivery,
    }
  })
  const { id, happened_at, notes } = values
  return { id, purchase_order_id: order.id, happened_at, notes, lines }
}

/** The form field of a sent line's refusal: `lines.2.quantity` is `parts.1.quantity`. */
export function partPath(order: PurchaseOrder, path: string, values: ReceiptValues): string {
  const [, index, field] = /^lines\.(\d+)\.(.+)$/.exec(path) ?? []
  const line = index === undefined ? undefined : sentLines(order, values)[Number(index)]
  return line ? `parts.${line.part}.${field?.split('.')[0]}` : path
}

const exceeds = 'Some items exceed remaining quantity'

/** Lines that unintentionally exceed their remaining quantity, by the field of their last part. */
export function exceedingFields(order: PurchaseOrder, { parts, over }: ReceiptValues): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const line of order.lines) {
    if (over.includes(line.id) || excessOf(line, parts) === 0) continue
    const index = parts.findLastIndex((part) => part.item === line.id && amountOf(part) > 0)
    if (index >= 0) fields[`parts.${index}.quantity`] = `Only ${formatQuantity(line.remaining)} remaining`
  }
  return fields
}

/** The message above the form while such a line has an error beside it: its own, or that of the server's refusal. */
export function receiptSummary(order: PurchaseOrder, values: ReceiptValues, errors: Errors): string | undefined {
  if (Object.keys(errors).length === 0) return undefined
  return Object.keys(exceedingFields(order, values)).some((path) => Object.hasOwn(errors, path)) ? exceeds : undefined
}

type Errors = Readonly<Record<string, unknown>>

/** Why nothing can be recorded yet: no quantity, or a part without a location. */
export function blocked({ parts }: ReceiptValues): { nothing: boolean; noLocation: boolean } {
  const meant = parts.filter((part) => part.quantity !== '' && part.quantity !== 0)
  return { nothing: meant.length === 0, noLocation: meant.some((part) => part.location_id === '') }
}

/** Everything that remains of an order: the number of units, and whether some have no location yet. */
export function wholeReceipt(
  { lines }: Pick<PurchaseOrder, 'lines'>,
  { parts }: Pick<ReceiptValues, 'parts'>,
  defaultLocation: string,
): { units: number; noLocation: boolean } {
  const left = lines.filter(({ remaining }) => remaining > 0)
  return {
    units: roundTo(
      left.reduce((sum, { remaining }) => sum + remaining, 0),
      4,
    ),
    noLocation: left.some((line) => partsOf(line, parts, defaultLocation)[0]?.location_id === ''),
  }
}

/**
 * The line of a scanned barcode, GS1 code or typed SKU: one with a remaining quantity first. A barcode's case counts,
 * and equal barcodes are found if none is the same.
 */
export function scannedLine(order: PurchaseOrder, parts: readonly Part[], scanned: string): PurchaseOrderLine | null {
  const code = trimmed(scanned)
  const equal = scannedBarcodes(code)
  const barcode = equal.find((one) => order.lines.some((line) => line.product_barcode === one))
  const ofBarcode = order.lines.filter((line) => barcode !== undefined && line.product_barcode === barcode)
  const ofSku = order.lines.filter((line) => line.product_sku.toLowerCase() === code.toLowerCase())
  const fits = ofBarcode.length > 0 ? ofBarcode : ofSku
  return fits.find((line) => typedOf(parts, line.id) < line.remaining) ?? fits[0] ?? null
}
