import { sql, type RawBuilder } from 'kysely'
import type { AsOfAnswer, Clock } from '../../contract/as-of.ts'
import type { ExplainedNumber, stockAccounts } from '../../contract/stock.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'

type Account = (typeof stockAccounts)[number]

/** A stock number: which accounts of one product, everywhere, at one place, or of one lot. */
export type Scope = {
  product_id: string
  account: ExplainedNumber
  location_id?: string | undefined
  lot_id?: string | undefined
}

/** Movements after `since`, up to and with `until`, by one clock. Null: since ever, until now. */
export type Period = { since: AsOfAnswer | null; until: AsOfAnswer | null; by: Clock }

/** The moment of a movement `m` by a clock. */
export function momentBy(by: Clock): RawBuilder<string> {
  return by === 'recorded' ? sql`m.recorded_at` : sql`m.happened_at`
}

/** The movements `m` that changed a number in a period; `sign` is 1 where they added to it and -1 where they took from it. */
export function movementsOf(actor: Actor, scope: Scope, { since, until, by }: Period): RawBuilder<unknown> {
  const sign = sql`(${inside('to', scope)} - ${inside('from', scope)})`
  return sql`
    select m.*, ${sign} as sign
    from stock_movements m
    where m.org_id = ${actor.org_id} and m.product_id = ${scope.product_id} and ${sign} <> 0
      and ${since ? sql`${momentBy(by)} > ${since.at}::timestamptz` : sql`true`}
      and ${until ? sql`${momentBy(by)} <= ${until.at}::timestamptz` : sql`true`}`
}

/** The number as the levels have it, now or as they were at a moment: not from its movements, so that one can check the other. */
export async function levelOf(tx: Tx, actor: Actor, scope: Scope, at: AsOfAnswer | null): Promise<number> {
  const levels = at
    ? sql`kernel.levels_as_of(${actor.org_id}, ${at.at}::timestamptz, ${at.by}, ${scope.product_id})`
    : sql`stock_levels`
  const ours = at ? sql`true` : sql`s.org_id = ${actor.org_id} and s.product_id = ${scope.product_id}`
  const sum = sql.join(
    accountsOf(scope.account).map((account) => sql`s.${sql.ref(account)}`),
    sql` + `,
  )
  const { value } = await tx.one(sql<{ value: number }>`
    select coalesce(sum(${sum}), 0) as value from ${levels} s
    where ${ours} and ${scope.location_id ? sql`s.location_id = ${scope.location_id}` : sql`true`}
      and ${scope.lot_id ? sql`s.lot_id = ${scope.lot_id}` : sql`true`}`)
  return value
}

/** Whether the product is there and ours. */
export async function isProduct(tx: Tx, actor: Actor, { product_id }: Scope): Promise<boolean> {
  const found = await tx.maybe(sql`select id from products where org_id = ${actor.org_id} and id = ${product_id}`)
  return found !== undefined
}

function accountsOf(number: ExplainedNumber): readonly Account[] {
  return number === 'on_hand' ? ['available', 'reserved'] : [number]
}

/** 1 where that end of a movement lies in what is explained, else 0. */
function inside(side: 'from' | 'to', { account, location_id, lot_id }: Scope): RawBuilder<number> {
  const column = (name: string) => sql.ref(`m.${side}_${name}`)
  const place = location_id ? sql`and ${column('location_id')} = ${location_id}` : sql``
  const lot = lot_id ? sql`and ${column('lot_id')} = ${lot_id}` : sql``
  return sql<number>`(${column('account')} = any (${accountsOf(account)}) ${place} ${lot})::integer`
}
