import { scannedBarcodes } from '../../contract/element-strings.ts'
import { listProductsByCode } from '../../contract/products.ts'
import { implementShared } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { readListItems } from './list-items.ts'

/** Barcodes and SKUs are unique, so there are few, and each is found by its own index. */
export const listProductsByCodeQuery = implementShared(listProductsByCode, async (tx, reader, { code }) => {
  const found = await tx.all(sql<{ id: string }>`
    select f.id
    from (
      select p.id, (p.barcode <> ${code})::integer as rank from products p
      where p.org_id = ${reader.org_id} and p.barcode = any (${scannedBarcodes(code)}::text[]) and p.archived_at is null
      union all
      select p.id, 2 from products p
      where p.org_id = ${reader.org_id} and p.sku_sort = lower(${code}) and p.archived_at is null) f
    group by f.id order by min(f.rank), f.id`)
  return found.length === 0 ? { items: [] } : { items: await readListItems(tx, reader, found, null) }
})
