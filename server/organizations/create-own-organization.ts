import { currencies, type Currency } from '../../contract/currencies.ts'
import { limits } from '../../contract/limits.ts'
import type { Membership } from '../../contract/me.ts'
import { createOwnOrganization } from '../../contract/organizations.ts'
import { isTimeZone, presentName } from '../../contract/time-zones.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { createOrganization } from './create-organization.ts'
import { inOrganization } from './in-organization.ts'

/**
 * Creates another organization owned by the caller. Without a known time zone it has the one of their default
 * organization, and without a currency its currency. Refuses invalid_input (an unknown currency), and limit_reached to
 * a person who already owns `limits.organizationsPerOwner`: requests of one person run one after the other.
 */
export const createOwnOrganizationCommand = implement(createOwnOrganization, async (tx, actor, input) => {
  const { name, time_zone } = input
  const chosen = input.currency === undefined ? undefined : requireCurrency(input.currency)
  const { user_id, email } = actor
  await tx.run(sql`select from auth.users where id = ${user_id} for no key update`)
  const owned = await tx.all(sql<Membership>`
    select org_id, name, role, is_sample from app.memberships(${user_id}) where role = 'owner' and not is_sample`)
  if (owned.length >= limits.organizationsPerOwner)
    refuse(
      'limit_reached',
      { limit: limits.organizationsPerOwner },
      'You’ve reached the limit of companies you can own.',
    )
  const here = await tx.one(sql<{ time_zone: string; currency: Currency; username: string }>`
    select o.time_zone, o.currency, p.username
    from organizations o
    join profiles p on p.org_id = o.org_id and p.user_id = ${user_id}
    where o.org_id = ${actor.org_id}`)
  const org_id = newId()
  await inOrganization(tx, actor, { org_id, role: 'owner' }, () =>
    createOrganization(tx, {
      org_id,
      user_id,
      email,
      username: here.username,
      time_zone: time_zone !== undefined && isTimeZone(time_zone) ? presentName(time_zone) : here.time_zone,
      currency: chosen ?? here.currency,
      company_name: name,
    }),
  )
  return { org_id, name }
})

/** Checked here, because browsers load this endpoint without the list of currencies. */
function requireCurrency(code: string): Currency {
  return currencies.find((currency) => currency === code) ?? refuseFields({ currency: 'Unknown currency' })
}
