import { sql, type RawBuilder } from 'kysely'
import { explainStock, stockAccounts, type ExplainedMovement, type ExplainedNumber } from '../../contract/stock.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'

/** The order in which the ledger was written, latest first: in it no balance was ever negative. */
const latestFirst: SortOrder = {
  name: 'recorded',
  direction: 'desc',
  columns: [
    { by: sql`m.recorded_at`, type: 'timestamptz' },
    { by: sql`m.posting_id`, type: 'uuid' },
    { by: sql`m.line_no`, type: 'integer' },
  ],
}

type MovementRow = Omit<ExplainedMovement, 'document' | 'is_own'> & {
  page_key: string[]
  user_id: string | null
  source_kind: string | null
  source_id: string | null
}
/** One row per movement of the page, each with the sum of all; a page without movements is one row with nothing but the sum. */
type SummedRow = { movements: number; checked_at: string } & (MovementRow | { posting_id: null })

/**
 * Why a number is what it is. The running balance of a page is the sum of all movements less those that came after, so it is right on
 * every page; level and sum are read in the same snapshot. Two passes over the product's movements.
 */
export const explainStockQuery = implement(explainStock, async (tx, actor, input) => {
  const { key, after, order } = keyset(latestFirst, input.cursor)
  const accounts = accountsOf(input.account)
  const end = (side: 'from' | 'to') => inside(side, accounts, input.location_id, input.lot_id)
  const movements = sql`
    select m.*, (${end('to')} - ${end('from')}) as sign
    from stock_movements m
    where m.org_id = ${actor.org_id} and m.product_id = ${input.product_id} and (${end('to')} - ${end('from')}) <> 0`

  const product = tx.maybe(
    sql<{ id: string }>`select id from products where org_id = ${actor.org_id} and id = ${input.product_id}`,
  )
  const level = tx.one(sql<{ value: number }>`
    select coalesce(sum(${sql.join(
      accounts.map((account) => sql`s.${sql.ref(account)}`),
      sql` + `,
    )}), 0) as value
    from stock_levels s
    where s.org_id = ${actor.org_id} and s.product_id = ${input.product_id}
      and ${input.location_id ? sql`s.location_id = ${input.location_id}` : sql`true`}
      and ${input.lot_id ? sql`s.lot_id = ${input.lot_id}` : sql`true`}`)
  const summed = await tx.all(sql<SummedRow>`
    with page as (
      select m.*, ${key} from (${movements}) m where ${after} ${order} limit ${input.limit + 1}
    ), sums as (
      select coalesce(sum(m.sign * m.quantity), 0) as movements,
        coalesce(sum(m.sign * m.quantity) filter (where not (${after})), 0) as newer
      from (${movements}) m
    )
    select sums.movements, now() as checked_at,
      m.posting_id, m.line_no, s.kind, m.type, m.reason, m.happened_at, m.recorded_at, m.page_key, m.sign * m.quantity as change,
      sums.movements - sums.newer - coalesce(sum(m.sign * m.quantity) over (
        order by m.recorded_at desc, m.posting_id desc, m.line_no desc rows between unbounded preceding and 1 preceding), 0) as balance,
      m.from_account, fl.name as from_location_name, m.to_account, tl.name as to_location_name,
      nullif(t.lot_number, '') as lot_number, s.notes, s.user_id, s.user_reference, s.source_kind, s.source_id, s.reverses_posting_id
    from sums
    left join page m on true
    left join stock_postings s on s.org_id = ${actor.org_id} and s.id = m.posting_id
    left join locations fl on fl.org_id = ${actor.org_id} and fl.id = m.from_location_id
    left join locations tl on tl.org_id = ${actor.org_id} and tl.id = m.to_location_id
    left join lots t on t.org_id = ${actor.org_id} and t.product_id = m.product_id
      and t.id = case when m.sign > 0 then m.to_lot_id else m.from_lot_id end
    order by m.recorded_at desc, m.posting_id desc, m.line_no desc`)
  if (!(await product)) refuse('not_found')
  const { value } = await level
  const [first] = summed
  if (!first) throw new Error('a sum over no movements is one row')
  const rows = summed.filter((row): row is SummedRow & MovementRow => row.posting_id !== null)
  const { items, next } = pageOf(rows, input.limit, latestFirst)
  return {
    value,
    check: {
      level: value,
      movements: first.movements,
      adds_up: value === first.movements,
      checked_at: first.checked_at,
    },
    items: items.map(({ user_id, source_kind, source_id, ...row }) => ({
      ...row,
      is_own: user_id === actor.user_id,
      document: source_kind && source_id ? { kind: source_kind, id: source_id, number: null } : null,
    })),
    next,
  }
})

function accountsOf(number: ExplainedNumber): readonly (typeof stockAccounts)[number][] {
  return number === 'on_hand' ? ['available', 'reserved'] : [number]
}

/** 1 where that end of a movement lies in what is explained, else 0. */
function inside(
  side: 'from' | 'to',
  accounts: readonly string[],
  location_id?: string,
  lot_id?: string,
): RawBuilder<number> {
  const column = (name: string) => sql.ref(`m.${side}_${name}`)
  const place = location_id ? sql`and ${column('location_id')} = ${location_id}` : sql``
  const lot = lot_id ? sql`and ${column('lot_id')} = ${lot_id}` : sql``
  return sql<number>`(${column('account')} = any (${accounts}) ${place} ${lot})::integer`
}
