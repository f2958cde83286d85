import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

/** The entered or chosen customer. */
export type TypedCustomer = {
  customer_id?: string | null | undefined
  customer_name: string
  customer_email: string | null
  customer_phone: string | null
}

/**
 * Returns the id of the customer behind the three fields of an order: the chosen one, else the existing one with this
 * name and email (ignoring case), else a new one. Missing data (email, phone) is filled in; existing data stays.
 * Refuses not_found beside `customer_id`.
 */
export async function rememberCustomer(tx: Tx, actor: Actor, typed: TypedCustomer): Promise<string> {
  const { customer_name, customer_email, customer_phone } = typed
  if (typed.customer_id) {
    await fillIn(tx, actor, typed.customer_id, customer_email, customer_phone)
    const known = await tx.maybe(
      sql`select 1 from customers where org_id = ${actor.org_id} and id = ${typed.customer_id}`,
    )
    if (!known) refuseFields({ customer_id: 'This customer no longer exists' }, 'not_found')
    return typed.customer_id
  }
  await tx.run(sql`
    insert into customers (org_id, id, user_id, name, email, phone)
    values (${actor.org_id}, ${newId()}, ${actor.user_id}, ${customer_name}, ${customer_email}, ${customer_phone})
    on conflict (org_id, identity) do nothing`)
  const { id } = await tx.one(sql<{ id: string }>`
    select id from customers
    where org_id = ${actor.org_id}
      and identity = md5(lower(${customer_name}) || e'\n' || lower(coalesce(${customer_email}::text, '')))`)
  await fillIn(tx, actor, id, customer_email, customer_phone)
  return id
}

/** An email that would make this customer a duplicate of another one is left out. */
function fillIn(tx: Tx, actor: Actor, id: string, email: string | null, phone: string | null): Promise<number> {
  return tx.run(sql`
    update customers c set email = coalesce(c.email, n.email), phone = coalesce(c.phone, ${phone}), version = c.version + 1,
      updated_at = app.now()
    from (
      select case when not exists (
          select from customers o where o.org_id = w.org_id and o.identity = md5(lower(w.name) || e'\n' || lower(${email}::text)))
        then ${email}::text end as email
      from customers w where w.org_id = ${actor.org_id} and w.id = ${id}
    ) n
    where c.org_id = ${actor.org_id} and c.id = ${id}
      and ((c.email is null and n.email is not null) or (c.phone is null and ${phone}::text is not null))`)
}
