import type { Currency } from '../../contract/currencies.ts'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { usualCurrencyIn } from './usual-currency.ts'

/** The name of the location every organization starts with. */
export const defaultLocationName = 'Main Warehouse'

type NewOrganization = {
  org_id: string
  /** Its owner. */
  user_id: string
  email: string
  /** Their display name; by default the part of the address before the at sign. */
  username?: string
  time_zone: string | null
  /** The usual one of the time zone, if it is omitted. */
  currency?: Currency
  company_name?: string
  /** Marks it permanently as a sample company with this name. */
  sample_name?: string
}

/**
 * Creates an organization: its row, the user as its owner with a profile, the settings of both, and the default
 * location "Main Warehouse". The transaction must already work for this organization and user (row-level security); the
 * user's row must exist. Until it has a company name, the organization is called by the part of the address before the
 * at sign. Its time zone is UTC if `time_zone` is null or unknown to the database. Both time zone and currency can be
 * changed in the settings, the currency until there are orders.
 */
export async function createOrganization(tx: Tx, organization: NewOrganization): Promise<void> {
  const { org_id, user_id, email, time_zone, company_name = '', sample_name = null } = organization
  const before = email.split('@')[0] ?? email
  const { username = before, currency = usualCurrencyIn(time_zone ?? 'UTC') } = organization
  await Promise.all([
    tx.useLocations(null),
    tx.run(sql`
      insert into organizations (org_id, name, time_zone, currency, is_sample)
      values (${org_id}, ${sample_name ?? before}, case when app.is_time_zone(${time_zone}::text) then ${time_zone} else 'UTC' end,
        ${currency}, ${sample_name !== null})`),
    tx.run(sql`insert into members (org_id, user_id, role) values (${org_id}, ${user_id}, 'owner')`),
    tx.run(sql`
      insert into profiles (org_id, user_id, email, username) values (${org_id}, ${user_id}, ${email}, ${username})`),
    tx.run(sql`
      insert into organization_settings (org_id, company_name) values (${org_id}, ${sample_name ?? company_name})`),
    tx.run(sql`insert into member_settings (org_id, user_id) values (${org_id}, ${user_id})`),
    tx.run(sql`
      insert into locations (org_id, id, user_id, name, is_default)
      values (${org_id}, ${newId()}, ${user_id}, ${defaultLocationName}, true)`),
  ])
}
