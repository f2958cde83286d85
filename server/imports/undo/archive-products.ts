import type { ImportLeftover } from '../../../contract/imports.ts'
import { formatQuantity } from '../../../contract/quantity.ts'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { archiveProducts } from '../../../ledger/products.ts'
import { sql } from '../../platform/sql.ts'
import { eachChunk } from '../apply/in-chunks.ts'

type Made = { product_id: string; sku: string; name: string; on_hand: number; empty: boolean }

/**
 * Archives the products an import created (or restored) that have no stock or demand; returns the others, except those
 * in `listed`, whose postings already explain why they stay. One that an earlier attempt has archived is someone else's
 * by now if it was restored since: by a person, or by importing it again.
 */
export async function archiveAdded(
  tx: Tx,
  actor: Actor,
  importId: string,
  listed: Set<string>,
): Promise<ImportLeftover[]> {
  const made = await tx.all(sql<Made>`
    select p.id as product_id, p.sku, p.name, t.on_hand,
      t.on_hand = 0 and t.held = 0 and t.in_transit = 0 and t.incoming = 0
        and not exists (select from stock_demands d
          where d.org_id = ${actor.org_id} and d.product_id = p.id and d.is_open)
        and not exists (select from transaction_drafts d
          where d.org_id = ${actor.org_id} and d.product_id = p.id and d.status = 'pending') as empty
    from import_records r
    join products p on p.org_id = ${actor.org_id} and p.id = r.record_id
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'product' and r.taken_back_at is null
      and p.archived_at is null
    order by p.id`)
  const empty = made.filter((product) => product.empty).map(({ product_id }) => product_id)
  const leaving = await leavingCategories(tx, actor, importId, empty)
  await eachChunk(empty, (chunk) => archiveProducts(tx, actor, chunk, leaving))
  await tx.run(sql`
    update import_records r set taken_back_at = p.archived_at
    from products p
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'product' and r.record_id = any(${empty}::uuid[])
      and p.org_id = ${actor.org_id} and p.id = r.record_id`)
  return made.filter((product) => !product.empty && !listed.has(product.product_id)).map(leftover)
}

/** The categories that `removeCategories` will delete, as far as that is certain once these products are archived. */
async function leavingCategories(tx: Tx, actor: Actor, importId: string, archived: string[]): Promise<string[]> {
  const { ids } = await tx.one(sql<{ ids: string[] }>`
    select coalesce(array_agg(c.id), '{}') as ids
    from import_records r
    join categories c on c.org_id = ${actor.org_id} and c.id = r.record_id and c.version = 1
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'category' and not exists (
      select from products p
      where p.org_id = ${actor.org_id} and p.category_id = c.id and p.archived_at is null
        and p.id not in (select unnest(${archived}::uuid[])))`)
  return ids
}

function leftover({ product_id, sku, name, on_hand }: Made): ImportLeftover {
  const message =
    on_hand > 0
      ? `${formatQuantity(on_hand)} on hand from changes made after the import`
      : 'Documents, pending transactions or stock on hold still use this product'
  return {
    kind: 'product',
    record_id: product_id,
    sku,
    name,
    field: null,
    location: null,
    needed: null,
    available: null,
    message,
  }
}
