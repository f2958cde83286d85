import { scannedBarcodes, scannedGoods } from '../../contract/element-strings.ts'
import { roundTo } from '../../contract/quantity.ts'
import { trimmed } from '../../contract/trimmed.ts'
import type { OrderLineValues } from './order-line.ts'

type Coded = Readonly<{ sku: string; barcode: string | null }>

/** Whether a code is a product's barcode, an equal one, or a GS1 code of its goods. */
export function hasBarcode({ barcode }: Coded, code: string): boolean {
  return barcode !== null && barcode !== '' && scannedBarcodes(trimmed(code)).includes(barcode)
}

/** Whether a text is a product's SKU or barcode, as scanners send it, and not a part of its name. */
export function hasCode(product: Coded, text: string): boolean {
  return hasBarcode(product, text) || product.sku.toLowerCase() === trimmed(text).toLowerCase()
}

/**
 * The line whose quantity a scan of its product raises: the last one, at the location of the line that was scanned
 * into. -1 if a line is needed: there is none, its quantity is mistyped, or a saved line gets another product.
 */
export function lineToRaise(lines: readonly OrderLineValues[], product_id: string, into?: number): number {
  const line = into === undefined ? undefined : lines[into]
  if (line && line.id !== undefined) return -1
  return lines.findLastIndex(
    (one, at) =>
      at !== into &&
      one.product_id === product_id &&
      (typeof one.quantity === 'number' || one.quantity === '') &&
      (!line || one.location_id === line.location_id),
  )
}

/** The lines after another scan of a line's product: the units that the code has are added, otherwise one. */
export function withScanned(
  lines: readonly OrderLineValues[],
  at: number,
  code: string,
  blank?: number,
): OrderLineValues[] {
  // The day only completes dates of two digits.
  const units = scannedGoods(trimmed(code), '2000-01-01')?.quantity ?? 1
  return lines
    .map((line, one) => (one === at ? { ...line, quantity: roundTo(Number(line.quantity) + units, 4) } : line))
    .filter((_line, one) => one !== blank)
}
