import { limits } from '../../contract/limits.ts'
import { listProductsByCode } from '../../contract/products.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { call, type ItemOf } from '../kit/api.ts'

type FoundProduct = ItemOf<typeof listProductsByCode>

/** The product with a scanned barcode, GS1 code or SKU; null if there is none, as for any address in a QR code. */
export async function findByCode(scanned: string): Promise<FoundProduct | null> {
  const code = trimmed(scanned)
  if (code === '' || code.length > limits.scannedCharacters || code.includes('\0') || !code.isWellFormed()) return null
  const { items } = await call(listProductsByCode, { code })
  return items[0] ?? null
}

/** The message for a code without a product. */
export const noProduct = (code: string) => `No product has the code ${shownCode(code)}`

/** A code as messages show it: its beginning, with a sign for the character GS, which shows nothing. */
export const shownCode = (code: string) => code.slice(0, limits.barcodeCharacters).replaceAll('\u001d', '\u241d')
