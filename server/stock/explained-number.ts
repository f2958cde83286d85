import type { AsOfAnswer, Clock } from '../../contract/as-of.ts'
import type { ExplainedNumber } from '../../contract/explained-stock.ts'
import type { stockAccounts } from '../../contract/stock.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

type Account = (typeof stockAccounts)[number]

/** A stock number: which accounts of one product, everywhere, at one location, or of one lot. */
export type Scope = {
  product_id: string
  account: ExplainedNumber
  location_id?: string | undefined
  lot_id?: string | undefined
}

/** Movements after `since`, up to and including `until`, by one clock. Null: from the beginning, until now. */
export type Period = { since: AsOfAnswer | null; until: AsOfAnswer | null; by: Clock }

/** The moment of a movement `m` by a clock. */
export function momentBy(by: Clock): Statement<string> {
  return by === 'recorded' ? sql`m.recorded_at` : sql`m.happened_at`
}

/**
 * The movements `m` that changed a number in a period; `sign` is 1 where they added to it and -1 where they took from
 * it.
 */
export function movementsOf(actor: Actor, scope: Scope, period: Period): Statement<unknown> {
  return sql`
    select m.*, ${signOf(scope)} as sign
    from stock_movements m
    where ${isMovementOf(actor, scope, period)} and ${signOf(scope)} <> 0`
}

/** Whether a movement `m` is of the requested product and period, whatever it changed. */
function isMovementOf(actor: Actor, { product_id }: Scope, { since, until, by }: Period): Statement<boolean> {
  return sql`m.org_id = ${actor.org_id} and m.product_id = ${product_id}
      and ${since ? sql`${momentBy(by)} > ${since.at}::timestamptz` : sql`true`}
      and ${until ? sql`${momentBy(by)} <= ${until.at}::timestamptz` : sql`true`}`
}

/** 1 if a movement `m` adds to a number, -1 if it takes from it, 0 if it does neither. */
export function signOf(scope: Scope): Statement<number> {
  return sql`(${inside('to', scope)} - ${inside('from', scope)})`
}

/**
 * The newest of these movements in order, up to a number, found through the index of that order: of the product, or of
 * each requested location and account. A number that few movements change is found among a hundred thousand others.
 */
export function newestMovements(
  actor: Actor,
  scope: Scope,
  period: Period,
  page: { after: Statement<boolean>; order: Statement<unknown>; limit: number },
): Statement<unknown> {
  const { after, order, limit } = page
  if (scope.location_id && period.by === 'recorded') {
    return sql`select m.* from (${mergedAtLocation(actor, scope, period, page)}) m where m.sign <> 0 ${order} limit ${limit}`
  }
  const isFrequent = scope.account === 'on_hand' || scope.account === 'available'
  if (isFrequent) {
    return sql`select m.* from (${movementsOf(actor, scope, period)}) m where ${after} ${order} limit ${limit}`
  }
  // By happened time there is no such index: a number with few movements is collected completely.
  const cut = period.by === 'recorded' ? sql`${order} limit ${limit}` : sql``
  return sql`select m.* from (${atLocations(actor, scope, period, sql`and ${after} ${cut}`)}) m ${order} limit ${limit}`
}

/**
 * What left one location and what came to it, merged from the indexes of its accounts in the order of recording, so
 * that each index is read only as far as a page needs. Movements that changed nothing (units reserved for an order are
 * on hand before and after, and are in two of the indexes) are skipped by the reader of the merged rows: if each index
 * were searched for the others, one that contains nothing else would be read to its end.
 */
function mergedAtLocation(
  actor: Actor,
  scope: Scope,
  period: Period,
  { after, order }: { after: Statement<boolean>; order: Statement<unknown> },
): Statement<unknown> {
  const arm = (side: 'from' | 'to', account: Account) => sql`(
    select m.* from stock_movements m
    where ${isMovementOf(actor, scope, period)} and ${sql.ref(`m.${side}_location_id`)} = ${scope.location_id}
      and ${sql.ref(`m.${side}_account`)} = ${sql.lit(account)} and ${after} ${order})`
  const arms = accountsOf(scope.account).flatMap((account) => [arm('from', account), arm('to', account)])
  // The offset keeps the reader's condition out of the branches.
  return sql`select m.*, ${signOf(scope)} as sign from (${sql.join(arms, sql` union all `)}) m ${order} offset 0`
}

/** The same movements, by the indexes of each location and account: with `cut`, the needed number of each. */
function atLocations(actor: Actor, scope: Scope, period: Period, cut: Statement<unknown>): Statement<unknown> {
  // The account is a literal, so that the planner sees which ones are rare.
  const arm = (side: 'from' | 'to', account: Account) => sql`(
    select * from (${movementsOf(actor, scope, period)}) m
    where m.sign ${side === 'to' ? sql`> 0` : sql`< 0`}
      and ${sql.ref(`m.${side}_location_id`)} = stored.location_id and ${sql.ref(`m.${side}_account`)} = ${sql.lit(account)} ${cut})`
  const arms = accountsOf(scope.account).flatMap((account) => [arm('from', account), arm('to', account)])
  return sql`
    select m.* from (
      select distinct s.location_id from stock_levels s
      where s.org_id = ${actor.org_id} and s.product_id = ${scope.product_id}
        and ${scope.location_id ? sql`s.location_id = ${scope.location_id}` : sql`true`}
    ) stored
    cross join lateral (${sql.join(arms, sql` union all `)}) m`
}

/** This many legs are summed one by one. */
const few = 1_000

/**
 * The sum of a number's movements up to a moment. For products that moved very often, it uses the sums of entire months
 * (written with every movement, compared with them by an invariant), and movements only of the current month.
 */
export function sumOfMovements(
  actor: Actor,
  scope: Scope,
  { until, by }: Pick<Period, 'until' | 'by'>,
): Statement<number> {
  const all = { since: null, until, by }
  const month = until && sql`date_trunc('month', ${until.at}::timestamptz at time zone 'UTC')`
  const before = month ? sql`s.month < ${month}::date` : sql`true`
  const rest = month
    ? sql`(select coalesce(sum(m.sign * m.quantity), 0) from (${movementsOf(actor, scope, all)}) m
        where ${momentBy(by)} >= ${month} at time zone 'UTC')`
    : sql`0`
  return sql<number>`
    case when (select coalesce(sum(s.version), 0) from stock_levels s where ${ours(actor, scope)}) <= ${few}
      then (select coalesce(sum(m.sign * m.quantity), 0) from (${scope.location_id ? atLocations(actor, scope, all, sql``) : movementsOf(actor, scope, all)}) m)
      else (${sumOfMonths(actor, scope, by)} and ${before}) + ${rest} end`
}

/**
 * The monthly sums `s` of a number: of an entire product those of the product, a row per month; else those of its
 * locations and lots.
 */
function sumOfMonths(actor: Actor, scope: Scope, by: Clock): Statement<unknown> {
  const accounts = accountsOf(scope.account)
  if (scope.location_id || scope.lot_id) {
    return sql`select coalesce(sum(${sql.ref(by)}), 0) from stock_months s
      where ${ours(actor, scope)} and s.account = any (${[...accounts]})`
  }
  const columns = accounts.map((account) => sql.ref(`s.${account}_${by}`))
  return sql`select coalesce(sum(${sql.join(columns, sql` + `)}), 0) * 0.0001 from product_months s
    where s.org_id = ${actor.org_id} and s.product_id = ${scope.product_id}`
}

/** The rows `s` of a table of levels or their months that belong to a number. */
function ours(actor: Actor, { product_id, location_id, lot_id }: Scope): Statement<unknown> {
  return sql`s.org_id = ${actor.org_id} and s.product_id = ${product_id}
    and ${location_id ? sql`s.location_id = ${location_id}` : sql`true`} and ${lot_id ? sql`s.lot_id = ${lot_id}` : sql`true`}`
}

/** The number according to the levels, now or at a moment: not from its movements, so that one can check the other. */
export async function levelOf(tx: Tx, actor: Actor, scope: Scope, at: AsOfAnswer | null): Promise<number> {
  const levels = at
    ? sql`kernel.levels_as_of(${actor.org_id}, ${at.at}::timestamptz, ${at.by}, ${scope.product_id})`
    : sql`stock_levels`
  const isOfProduct = at ? sql`true` : sql`s.org_id = ${actor.org_id} and s.product_id = ${scope.product_id}`
  const sum = sql.join(
    accountsOf(scope.account).map((account) => sql`s.${sql.ref(account)}`),
    sql` + `,
  )
  const { value } = await tx.one(sql<{ value: number }>`
    select coalesce(sum(${sum}), 0) as value from ${levels} s
    where ${isOfProduct} and ${scope.location_id ? sql`s.location_id = ${scope.location_id}` : sql`true`}
      and ${scope.lot_id ? sql`s.lot_id = ${scope.lot_id}` : sql`true`}`)
  return value
}

/** Whether the product exists and is ours. */
export async function isProduct(tx: Tx, actor: Actor, { product_id }: Scope): Promise<boolean> {
  const found = await tx.maybe(sql`select id from products where org_id = ${actor.org_id} and id = ${product_id}`)
  return found !== undefined
}

function accountsOf(number: ExplainedNumber): readonly Account[] {
  return number === 'on_hand' ? ['available', 'reserved'] : [number]
}

/** 1 if that end of a movement belongs to the explained number, else 0. */
function inside(side: 'from' | 'to', { account, location_id, lot_id }: Scope): Statement<number> {
  const column = (name: string) => sql.ref(`m.${side}_${name}`)
  const atLocation = location_id ? sql`and ${column('location_id')} = ${location_id}` : sql``
  const lot = lot_id ? sql`and ${column('lot_id')} = ${lot_id}` : sql``
  return sql<number>`(${column('account')} = any (${accountsOf(account)}) ${atLocation} ${lot})::integer`
}
