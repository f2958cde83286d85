import { scannedBarcodes } from '../../contract/element-strings.ts'
import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import type { SortOrder } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import { restRank } from './find-named.ts'
import { byName } from './list-order.ts'

/** A typed or scanned code of goods, and the products that have it as their barcode in any of its forms. */
export type ScannedCode = Readonly<{ text: string; ids: readonly string[] }>

/**
 * The products, also archived ones, with a barcode that stands for the same goods as a typed or scanned text, the one
 * with exactly this barcode first. Null if there is none, and without a query if the text isn't the code of goods.
 */
export async function findScanned(tx: Tx, reader: Pick<Reader, 'org_id'>, text: string): Promise<ScannedCode | null> {
  const barcodes = scannedBarcodes(text)
  if (barcodes.length === 1) return null
  const found = await tx.all(sql<{ id: string }>`
    select p.id from products p
    where p.org_id = ${reader.org_id} and p.barcode = any (${barcodes}::text[])
    order by p.barcode <> ${text}, p.id`)
  return found.length === 0 ? null : { text, ids: found.map(({ id }) => id) }
}

/** The order by relevance for a code: exactly this barcode or SKU, equal barcodes, then all others by name. */
export function byCode({ text, ids }: ScannedCode): SortOrder {
  const rank = sql`
    case when p.barcode = ${text} or p.sku_sort = lower(${text}) then 0 when p.id = any (${[...ids]}::uuid[]) then 1
      else ${sql.lit(Number(restRank))} end`
  return { name: 'relevance', direction: 'asc', columns: [{ by: rank, type: 'integer' }, ...byName.columns] }
}
