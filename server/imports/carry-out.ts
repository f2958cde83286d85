import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { postMany, userReference } from '../stock/post-stock.ts'
import { initialiseProducts, recordPrices, setMinimum } from '../stock/products.ts'
import type { Plan } from './plan.ts'
import type { PlannedProduct } from './plan-products.ts'
import { newPosting, type PlannedPosting } from './plan-stock.ts'
import { reportProgress } from './progress.ts'
import { refreshStatistics } from './statistics.ts'

type ImportedFile = { id: string; file_name: string } | null

/**
 * Writes a plan without problems, in sets of `limits.importChunk`: categories and locations, products with what the ledger keeps of them,
 * then one posting per product, and what the import did (so that it can be undone). Postings run in the order of their products'
 * ids, the order in which the kernel takes its locks.
 */
export async function carryOut(tx: Tx, actor: Actor, plan: Plan, file: ImportedFile): Promise<void> {
  await insertImport(tx, actor, plan, file)
  await insertCategories(tx, actor, plan)
  await insertLocations(tx, actor, plan)
  await inChunks(tx, plan.products, async (products, done) => {
    reportProgress(actor, plan.id, { phase: 'products', done, total: plan.products.length })
    await writeProducts(tx, actor, products)
  })
  await recordWhatWasMade(tx, actor, plan)
  await postStock(tx, actor, plan, file)
  reportProgress(actor, plan.id, { phase: 'finishing', done: 0, total: 0 })
  await setRestoredMinimums(tx, actor, plan.products)
  await insertDrafts(tx, actor, plan, file)
  await insertStandingRows(tx, actor, plan)
  await refreshStatistics(tx, plan.products.length + plan.stock.posted)
}

async function postStock(tx: Tx, actor: Actor, plan: Plan, file: ImportedFile): Promise<void> {
  const postings = plan.stock.postings.toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1))
  await inChunks(tx, postings, async (chunk, done) => {
    reportProgress(actor, plan.id, { phase: 'stock', done, total: postings.length })
    await postMany(
      tx,
      actor,
      chunk.map((posting) => newPosting(posting, { import_id: plan.id, file_name: file?.file_name ?? null })),
    )
    await insertPostings(tx, actor, plan.id, chunk)
  })
}

/**
 * One set after the other, so that the database holds one statement's worth of rows at a time and progress can be told. After the
 * first set the planner is told what is there: of an organisation that it believes to be empty, a foreign-key check reads every
 * row (any index that begins with the organisation seems as good as the primary key), and time grew with the square of the rows.
 */
async function inChunks<T>(
  tx: Tx,
  items: readonly T[],
  work: (chunk: T[], done: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += limits.importChunk) {
    await work(items.slice(start, start + limits.importChunk), start)
    if (start === 0) await refreshStatistics(tx, items.length)
  }
}

async function insertImport(tx: Tx, actor: Actor, plan: Plan, file: ImportedFile): Promise<void> {
  await tx.run(sql`
    insert into imports (org_id, id, user_id, user_reference, file_name, import_file_id, counts, notices)
    values (${actor.org_id}, ${plan.id}, ${actor.user_id}, ${userReference(actor)}, ${file?.file_name ?? null}, ${file?.id ?? null},
      ${JSON.stringify(plan.counts)}::jsonb, ${JSON.stringify(plan.notices)}::jsonb)`)
}

async function insertCategories(tx: Tx, actor: Actor, { categories }: Plan): Promise<void> {
  await tx.run(sql`
    insert into categories (org_id, id, user_id, name, description, color)
    select ${actor.org_id}, n.id, ${actor.user_id}, n.name, n.description, n.color
    from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) as n (id uuid, name text, description text, color text)`)
}

/** Makes new locations, and shows those again that an undo had hidden. */
async function insertLocations(tx: Tx, actor: Actor, { locations }: Plan): Promise<void> {
  const shownAgain = locations.filter(({ hidden }) => hidden).map(({ id }) => id)
  await tx.run(sql`
    insert into locations (org_id, id, user_id, name)
    select ${actor.org_id}, n.id, ${actor.user_id}, n.name
    from jsonb_to_recordset(${JSON.stringify(locations)}::jsonb) as n (id uuid, name text, hidden boolean)
    where not n.hidden`)
  await tx.run(sql`
    update locations set hidden_at = null, is_active = true, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${actor.org_id} and id = any(${shownAgain}::uuid[])`)
}

async function writeProducts(tx: Tx, actor: Actor, products: PlannedProduct[]): Promise<void> {
  const rows = JSON.stringify(
    products.map(({ id, fields: { row: _row, ...fields }, category_id }) => ({ ...fields, id, category_id })),
  )
  const columns =
    sql.raw(`(id uuid, name text, sku text, description text, category_id uuid, price numeric, cost_price numeric,
    quantity_decimals smallint, image text, location text)`)
  const restored = products.filter(({ restores }) => restores).map(({ id }) => id)
  void tx.run(sql`select kernel.restore_product(${actor.org_id}, n.id) from unnest(${restored}::uuid[]) as n (id)`)
  void tx.run(sql`
    update products p set name = n.name, sku = n.sku, description = n.description, category_id = n.category_id, price = n.price,
      cost_price = n.cost_price, quantity_decimals = n.quantity_decimals, image = n.image, location = n.location,
      version = p.version + 1, updated_at = clock_timestamp()
    from jsonb_to_recordset(${rows}::jsonb) as n ${columns}
    where p.org_id = ${actor.org_id} and p.id = n.id and n.id = any(${restored}::uuid[])`)
  void tx.run(sql`
    insert into products (org_id, id, user_id, name, sku, description, category_id, price, cost_price, quantity_decimals, image, location)
    select ${actor.org_id}, n.id, ${actor.user_id}, n.name, n.sku, n.description, n.category_id, n.price, n.cost_price,
      n.quantity_decimals, n.image, n.location
    from jsonb_to_recordset(${rows}::jsonb) as n ${columns}
    where n.id <> all(${restored}::uuid[])`)
  await initialiseProducts(
    tx,
    actor,
    products.map(({ id, fields }) => ({ product_id: id, minimum: fields.min_stock_level })),
  )
  if (restored.length > 0) await recordPrices(tx, actor, restored)
}

/** A restored product has its totals already, so its minimum is set; totals are the last of all locks. */
async function setRestoredMinimums(tx: Tx, actor: Actor, products: PlannedProduct[]): Promise<void> {
  for (const { id, restores, fields } of products) {
    if (restores) await setMinimum(tx, actor, { product_id: id, minimum: fields.min_stock_level })
  }
}

async function recordWhatWasMade(tx: Tx, actor: Actor, plan: Plan): Promise<void> {
  const made = [
    ...plan.products.map(({ id }) => ({ kind: 'product', id })),
    ...plan.categories.map(({ id }) => ({ kind: 'category', id })),
    ...plan.locations.map(({ id }) => ({ kind: 'location', id })),
  ]
  await tx.run(sql`
    insert into import_records (org_id, import_id, kind, record_id)
    select ${actor.org_id}, ${plan.id}, n.kind, n.id
    from unnest(${made.map(({ kind }) => kind)}::text[], ${made.map(({ id }) => id)}::uuid[]) as n (kind, id)`)
}

async function insertPostings(tx: Tx, actor: Actor, importId: string, postings: PlannedPosting[]): Promise<void> {
  await tx.run(sql`
    insert into import_postings (org_id, import_id, posting_id, product_id)
    select ${actor.org_id}, ${importId}, n.posting_id, n.product_id
    from unnest(${postings.map(({ id }) => id)}::uuid[], ${postings.map((posting) => posting.product_id)}::uuid[])
      as n (posting_id, product_id)`)
}

/** A pending row waits under the reason `other`: the account `adjustment`, like a posted row without a reason. */
async function insertDrafts(tx: Tx, actor: Actor, plan: Plan, file: ImportedFile): Promise<void> {
  const source = file ? `Imported from ${file.file_name}` : 'Imported'
  const drafts = plan.stock.drafts.map(({ id, product_id, row }) => ({
    id,
    product_id,
    type: row.type,
    quantity: row.quantity,
    reason_code: row.type === 'adjustment' ? null : 'other',
    notes: row.notes ?? `${source}, row ${row.row.row}`,
  }))
  await tx.run(sql`
    insert into transaction_drafts (org_id, id, product_id, type, quantity, reason_code, notes, metadata, user_id, user_reference)
    select ${actor.org_id}, n.id, n.product_id, n.type, n.quantity, n.reason_code, n.notes,
      jsonb_build_object('import_id', ${plan.id}::text), ${actor.user_id}, ${userReference(actor)}
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
      as n (id uuid, product_id uuid, type text, quantity numeric, reason_code text, notes text)`)
}

async function insertStandingRows(tx: Tx, actor: Actor, { id, stock: { standing } }: Plan): Promise<void> {
  await tx.run(sql`
    insert into import_rows (org_id, fingerprint, import_id, product_id, draft_id)
    select ${actor.org_id}, n.fingerprint, ${id}, n.product_id, n.draft_id
    from unnest(${standing.map((row) => row.fingerprint)}::bytea[], ${standing.map((row) => row.product_id)}::uuid[],
      ${standing.map((row) => row.draft_id)}::uuid[]) as n (fingerprint, product_id, draft_id)`)
}
