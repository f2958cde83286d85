import {
  listTransferDestinations,
  listTransfers,
  readTransfer,
  type Transfer,
} from '../../contract/location-transfers.ts'
import { withMoments } from '../organizations/filter-dates.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, newestBy, pageOf } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { undoReasons } from '../stock/explain-refusals.ts'
import { personName } from '../platform/person-name.ts'

const newestFirst = newestBy('date', 't.created_at', 't.id')

type TransferRow = Omit<Transfer, 'undo'> & { product_is_archived: boolean }

const anotherLocation = sql.lit('Another location')

const columns = sql`
  t.id, t.product_id, p.name as product_name, p.sku as product_sku, p.archived_at is not null as product_is_archived,
  t.from_location_id, coalesce(f.name, ${anotherLocation}) as from_location_name,
  t.to_location_id, coalesce(d.name, ${anotherLocation}) as to_location_name,
  t.quantity, t.reason, t.notes, t.status, t.user_id, ${personName('t')} as user_reference, t.created_at, t.closed_at`

const tables = (actor: Actor, transfers = sql`location_transfers`) => sql`
  ${transfers} t
  join products p on p.org_id = t.org_id and p.id = t.product_id
  left join locations f on f.org_id = t.org_id and f.id = t.from_location_id
  left join ${destinations(actor)} d on d.id = t.to_location_id`

/** A limited member sees the names of other locations as destinations; the origin is hidden. */
function destinations(actor: Actor): Statement<unknown> {
  return actor.location_ids === null
    ? sql`(select id, name from locations where org_id = ${actor.org_id})`
    : sql`app.location_names(${actor.org_id})`
}

export const listTransferDestinationsQuery = implement(listTransferDestinations, async (tx, actor) => ({
  items: await tx.all(sql<{ id: string; name: string; code: string }>`
    select id, name, app.location_code(id) as code from app.location_names(${actor.org_id}) where is_destination order by lower(name), id`),
}))

export const listTransfersQuery = implement(listTransfers, async (tx, actor, input) => {
  const { key, after, order } = keyset(newestFirst, input.cursor)
  const conditions: Statement<unknown>[] = [sql`t.org_id = ${actor.org_id}`, after]
  if (input.status) conditions.push(sql`t.status = ${input.status}`)
  if (input.product_id) conditions.push(sql`t.product_id = ${input.product_id}`)
  if (input.location_id)
    conditions.push(sql`(t.from_location_id = ${input.location_id} or t.to_location_id = ${input.location_id})`)
  const { from, to } = await withMoments(tx, actor, input)
  if (from) conditions.push(sql`t.created_at >= ${from}::timestamptz`)
  if (to) conditions.push(sql`t.created_at < ${to}::timestamptz`)
  // Those of one product and those on their way have indexes of their own, and are few.
  const isFew = input.product_id !== undefined || input.status === 'pending'
  const place_ids = isFew ? null : input.location_id ? [input.location_id] : actor.location_ids
  const page = { asked: sql.join(conditions, sql` and `), order, limit: sql.rows(input.limit + 1) }
  const rows = await tx.all(sql<TransferRow & { page_key: string[] }>`
    select ${columns}, ${key} from ${tables(actor, place_ids ? atLocations(place_ids, page) : undefined)}
    where ${page.asked} ${order} limit ${page.limit}`)
  const { items, next } = pageOf(rows, input.limit, newestFirst)
  return { items: items.map((row) => withUndo(actor, row as TransferRow)), next }
})

/**
 * The next transfers from or to some locations, each once: of each end at each location as many as a page needs,
 * through its index, however many the other locations have.
 */
function atLocations(
  location_ids: readonly string[],
  { asked, order, limit }: Record<'asked' | 'order' | 'limit', Statement<unknown>>,
): Statement<unknown> {
  const end = (column: 'from_location_id' | 'to_location_id') => sql`
    (select t.* from location_transfers t where ${asked} and ${sql.ref(`t.${column}`)} = place.id ${order} limit ${limit})`
  return sql`(
    select distinct t.* from unnest(${[...location_ids]}::uuid[]) as place (id)
    cross join lateral (${end('from_location_id')} union all ${end('to_location_id')}) t)`
}

export const readTransferQuery = implement(readTransfer, (tx, actor, { transfer_id }) =>
  transferOf(tx, actor, transfer_id),
)

/** One transfer as the contract shows it. Refuses not_found. */
export async function transferOf(tx: Tx, actor: Actor, transfer_id: string): Promise<Transfer> {
  const [transfer] = await transfersOf(tx, actor, [transfer_id])
  return transfer ?? refuse('not_found')
}

/** Several transfers, in any order; those that don't exist are left out. */
export async function transfersOf(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Transfer[]> {
  const rows = await tx.all(sql<TransferRow>`
    select ${columns} from ${tables(actor)} where t.org_id = ${actor.org_id} and t.id = any (${ids}::uuid[])`)
  return rows.map((row) => withUndo(actor, row))
}

/** Undoing takes the units from the destination, which may be a location that isn't the caller's. */
function withUndo({ location_ids }: Actor, { product_is_archived, ...row }: TransferRow): Transfer {
  const isOwn = location_ids?.includes(row.to_location_id) ?? true
  const elsewhere = isOwn ? null : 'The units are at a location you don’t have access to.'
  const reason = {
    completed: product_is_archived ? undoReasons.archived : elsewhere,
    pending: 'Receive it or cancel it instead.',
    cancelled: 'This transfer is already cancelled.',
  }[row.status]
  return { ...row, undo: { possible: reason === null, reason } }
}
