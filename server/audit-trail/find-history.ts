import { transactionTypes } from '../../contract/transaction-types.ts'
import type { Tx } from '../platform/db.ts'
import { may, type Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { hiddenTables } from './readable-tables.ts'
import { auditRow, newestFirst, rangeOf, stockRow, type FoundRow, type Position } from './trail-order.ts'

const everything = { after: null, until: null }

/**
 * The subject of a history: stock changes of a product or location are found by their movements, those of other records
 * by their source.
 */
export type Subject = Readonly<{ kind: 'product' | 'location' | 'other'; id: string }>

/** Distinguishes products and locations from all other records. */
export async function readSubject(tx: Tx, actor: Actor, id: string): Promise<Subject> {
  const found = await tx.maybe(sql<{ kind: 'product' | 'location' }>`
    select 'product' as kind from products where org_id = ${actor.org_id} and id = ${id}
    union all select 'location' from locations where org_id = ${actor.org_id} and id = ${id}`)
  return { kind: found?.kind ?? 'other', id }
}

/** The next rows about one record, newest first: its own changes, those of its parts, and the stock it moved. */
export async function findHistory(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  position: Position | null,
  look: number,
): Promise<FoundRow[]> {
  const [changes, moved] = await Promise.all([
    findChanges(tx, actor, subject, position, look),
    may(actor, 'stock.read')
      ? tx.all(sql<FoundRow>`select ${stockRow} from (${stockOf[subject.kind](actor, subject.id, position, look)}) s`)
      : [],
  ])
  return newestFirst([...changes, ...moved]).slice(0, look)
}

/** Records with their own page whose changes are about another one: a receipt's about its order. */
const ofOthers = ['receipts', 'shipments', 'sales_returns', 'location_transfers']

function findChanges(tx: Tx, actor: Actor, { kind, id }: Subject, position: Position | null, look: number) {
  const { within, order, limit } = rangeOf('a', everything, position, look)
  const found = sql`select a.id, a.created_at from audit_trail a where a.org_id = ${actor.org_id} and ${within}
    and a.table_name <> all (${hiddenTables(actor)})`
  const own =
    kind === 'other'
      ? sql`union all (${found} and a.record_id = ${id} and a.table_name = any (${ofOthers}) ${order} ${limit})`
      : sql``
  return tx.all(sql<FoundRow>`
    select ${auditRow} from ((${found} and a.subject_id = ${id} ${order} ${limit}) ${own}) a ${order} ${limit}`)
}

type Postings = (actor: Actor, id: string, position: Position | null, look: number) => Statement<unknown>

/** The newest postings of each kind of subject; `recorded_at` is the time they are ordered by. */
const stockOf: Record<Subject['kind'], Postings> = {
  product(actor, id, position, look) {
    const { within, order, limit } = rangeOf('s', everything, position, look)
    return sql`
      select distinct s.recorded_at, s.id from (
        select m.recorded_at, m.posting_id as id from stock_movements m where m.org_id = ${actor.org_id} and m.product_id = ${id}) s
      where ${within} ${order} ${limit}`
  },

  // By happened time: the indexes by location are in this order, and another pair would slow down each posting.
  location(actor, id, position, look) {
    const { within, order, limit } = rangeOf('s', everything, position, look)
    const ends = [sql`m.from_location_id`, sql`m.to_location_id`].flatMap((end) =>
      transactionTypes.map(
        (type) => sql`(
          select distinct s.recorded_at, s.id from (
            select m.happened_at as recorded_at, m.posting_id as id from stock_movements m
            where m.org_id = ${actor.org_id} and ${end} = ${id} and m.type = ${sql.lit(type)} and m.is_entry) s
          where ${within} ${order} ${limit})`,
      ),
    )
    return sql`select distinct s.recorded_at, s.id from (${sql.join(ends, sql` union all `)}) s ${order} ${limit}`
  },

  // A posting itself, its undo, and what a document or the documents of an order moved.
  other(actor, id, position, look) {
    const { within, order, limit } = rangeOf('s', everything, position, look)
    const found = sql`select s.recorded_at, s.id from stock_postings s where s.org_id = ${actor.org_id} and ${within}`
    return sql`
      select distinct s.recorded_at, s.id from (
        (${found} and s.id = ${id})
        union all (${found} and s.reverses_posting_id = ${id})
        union all (${found} and s.source_id in (
          select ${id}::uuid
          union all select id from receipts where org_id = ${actor.org_id} and purchase_order_id = ${id}
          union all select id from shipments where org_id = ${actor.org_id} and sales_order_id = ${id}
          union all select id from sales_returns where org_id = ${actor.org_id} and sales_order_id = ${id})
        ${order} ${limit})) s
      ${order} ${limit}`
  },
}
