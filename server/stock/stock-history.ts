import { limits } from '../../contract/limits.ts'
import { exactUnits, quantityOf } from '../../contract/quantity.ts'
import { type HistoryPoint, readStockHistory, type StockHistory } from '../../contract/stock-history.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { documentOf } from './document-of.ts'
import { signOf } from './explained-number.ts'

type Present = Pick<StockHistory, 'time_zone' | 'since' | 'until' | 'end'>
type Step = NonNullable<HistoryPoint['step']>
type StepRow = Pick<HistoryPoint, 'at' | 'change' | 'balance'> &
  Omit<Step, 'document'> & { document_kind: string | null; document_id: string | null; document_number: string | null }
/** A period, its change and the stock at its end. */
type Period = { at: string; since: string; change: number; balance: number }

/** This many movements are read for a chart of single steps, whether they change on hand or not. */
const looked = 1_000

/**
 * On hand over the last days, computed backwards from the current quantity. A product that moved little is read step by
 * step, any other day by day, and the busiest ones month by month before that (docs/decisions/0520).
 */
export const readStockHistoryQuery = implement(readStockHistory, async (tx, actor, { product_id }) => {
  const present =
    (await tx.maybe(sql<Present>`
      select o.time_zone, t.on_hand as end, now() as until,
        app.day_end((now() at time zone o.time_zone)::date - ${sql.lit(limits.historyDays)}, o.time_zone) as since
      from product_totals t join organizations o on o.org_id = t.org_id
      where t.org_id = ${actor.org_id} and t.product_id = ${product_id}`)) ?? refuse('not_found')
  const steps = await readSteps(tx, actor, product_id, present)
  if (steps) return historyOf(present, steps)
  const days = await readDays(tx, actor, product_id, present)
  const earlier = days.length < limits.historyDays ? await readMonths(tx, actor, product_id, present, days[0]) : []
  const periods = [...earlier, ...days]
  const points = periods.filter(({ change }) => change !== 0).map((period) => ({ ...period, step: null }))
  return historyOf({ ...present, since: periods[0]?.since ?? present.until }, points)
})

function historyOf(present: Present, points: HistoryPoint[]): StockHistory {
  const [first] = points
  return { ...present, start: first ? before(first) : present.end, points }
}

/** The movements `m` of a product, with the effect of each on on hand. */
function changes(actor: Actor, product_id: string, period: Statement<boolean>): Statement<unknown> {
  return sql`
    select m.*, ${signOf({ product_id, account: 'on_hand' })} as sign
    from stock_movements m where m.org_id = ${actor.org_id} and m.product_id = ${product_id} and ${period}`
}

/** Every posting that changed on hand since then, oldest first; null if there are too many. */
async function readSteps(
  tx: Tx,
  actor: Actor,
  product_id: string,
  { since, end }: Present,
): Promise<HistoryPoint[] | null> {
  const rows = await tx.all(sql<StepRow & { looked: number }>`
    with newest as materialized (
      ${changes(actor, product_id, sql`m.happened_at > ${since}::timestamptz`)}
      order by m.happened_at desc, m.posting_id desc, m.line_no desc limit ${sql.lit(looked + 1)}
    ), stepped as materialized (
      select posting_id, happened_at, sum(sign * quantity) as change, min(line_no) as line_no
      from newest where sign <> 0
      group by posting_id, happened_at having sum(sign * quantity) <> 0
      order by happened_at desc, posting_id desc limit ${sql.lit(limits.historySteps + 1)}
    )
    select n.looked, e.happened_at as at, e.change,
      ${end}::numeric - coalesce(sum(e.change) over (
        order by e.happened_at desc, e.posting_id desc rows between unbounded preceding and 1 preceding), 0) as balance,
      e.posting_id, s.kind, m.type, m.reason, m.from_account, fl.name as from_location_name, m.to_account, tl.name as to_location_name,
      s.reverses_posting_id, d.kind as document_kind, d.id as document_id, d.number as document_number
    from (select count(*) as looked from newest) n
    left join stepped e on true
    left join newest m on m.posting_id = e.posting_id and m.line_no = e.line_no
    left join stock_postings s on s.org_id = ${actor.org_id} and s.id = e.posting_id
    left join locations fl on fl.org_id = ${actor.org_id} and fl.id = m.from_location_id
    left join locations tl on tl.org_id = ${actor.org_id} and tl.id = m.to_location_id
    ${documentOf(actor, sql`e.posting_id`, sql`s.source_id`)}
    order by e.happened_at, e.posting_id`)
  if ((rows[0]?.looked ?? 0) > looked || rows.length > limits.historySteps) return null
  return rows.flatMap(({ looked: _, at, change, balance, ...step }) => {
    if (step.posting_id === null) return []
    const { document_kind: kind, document_id: id, document_number: number, ...posted } = step
    const document = kind && id ? { kind, id, number } : null
    return [{ at, since: null, change, balance, step: { ...posted, document } }]
  })
}

/**
 * The change of each day, oldest first, including days without changes. Days are summed from today backwards, each
 * through the index of the product's movements, until the limit of movements was read: earlier days are left out.
 */
function readDays(tx: Tx, actor: Actor, product_id: string, { time_zone, until, end }: Present): Promise<Period[]> {
  const most = sql.lit(limits.historyMovements)
  const ofDay = sql<boolean>`m.happened_at > d.since and m.happened_at <= d.until`
  return tx.all(sql<Period>`
    with recursive calendar as materialized (
      select n.no, app.day_end(t.today - n.no - 1, ${time_zone}) as since,
        case when n.no = 0 then 'infinity' else app.day_end(t.today - n.no, ${time_zone}) end as until
      from (select (${until}::timestamptz at time zone ${time_zone})::date as today) t
      cross join generate_series(0, ${sql.lit(limits.historyDays - 1)}) as n (no)
    ), scanned as (
      select -1 as no, null::timestamptz as since, null::timestamptz as until, 0::numeric as change, 0::bigint as looked
      union all
      select d.no, d.since, d.until, c.change, w.looked + c.looked
      from scanned w
      join calendar d on d.no = w.no + 1
      cross join lateral (
        select count(*) as looked, coalesce(sum(one.sign * one.quantity), 0) as change
        from (${changes(actor, product_id, ofDay)} limit ${most} + 1) one
      ) c
      where w.looked <= ${most}
    )
    select since, least(until, ${until}::timestamptz) as at, change,
      ${end}::numeric - coalesce(sum(change) over (order by no rows between unbounded preceding and 1 preceding), 0) as balance
    from scanned where no >= 0 and looked <= ${most}
    order by no desc`)
}

/**
 * The entire months from the history's beginning up to its first day, oldest first, and the rest between the last of
 * them and that day. The ledger stores months: none of their movements is read.
 */
async function readMonths(
  tx: Tx,
  actor: Actor,
  product_id: string,
  { since, until, end }: Present,
  firstDay: Period | undefined,
): Promise<Period[]> {
  const border = firstDay?.since ?? until
  const months = await tx.all(sql<{ at: string; balance: number }>`
    select b.month::timestamp at time zone 'UTC' as at, ${end}::numeric - (
      select coalesce(sum(s.available_happened + s.reserved_happened), 0) * 0.0001 from product_months s
      where s.org_id = ${actor.org_id} and s.product_id = ${product_id} and s.month >= b.month::date) as balance
    from generate_series(
      date_trunc('month', ${since}::timestamptz at time zone 'UTC') + interval '1 month',
      ${border}::timestamptz at time zone 'UTC', interval '1 month') as b (month)
    order by b.month`)
  const ends = [...months, { at: border, balance: firstDay ? before(firstDay) : end }]
  return ends.slice(1).flatMap(({ at, balance }, index) => {
    const from = ends[index]
    if (!from) return []
    return [{ since: from.at, at, balance, change: quantityOf(exactUnits(balance) - exactUnits(from.balance)) }]
  })
}

/** On hand before a change. */
function before({ balance, change }: Pick<Period, 'balance' | 'change'>): number {
  return quantityOf(exactUnits(balance) - exactUnits(change))
}
