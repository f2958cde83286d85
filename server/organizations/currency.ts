import type { Currency } from '../../contract/currencies.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** The currency of every amount in the organization. */
export async function currencyOf(tx: Tx, { org_id }: Pick<Actor, 'org_id'>): Promise<Currency> {
  const { currency } = await tx.one(sql<{ currency: Currency }>`
    select currency from organizations where org_id = ${org_id}`)
  return currency
}

/** How many decimals the organization's amounts have. In a transaction that writes an order, after the order itself. */
export function amountDecimals({ org_id }: Pick<Actor, 'org_id'>): Statement<number> {
  return sql`(select app.currency_decimals(currency) from public.organizations where org_id = ${org_id})`
}

/**
 * The currency of a new order, in the statement that inserts it. It is locked, so it can't change until the order is
 * committed, whose foreign key then fixes it.
 */
export function currencyToWrite({ org_id }: Pick<Actor, 'org_id'>): Statement<unknown> {
  return sql`(select currency from organizations where org_id = ${org_id} for key share)`
}
