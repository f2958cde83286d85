import { limits } from '../../contract/limits.ts'
import { isTimeZone, presentName } from '../../contract/time-zones.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { createOrganization } from '../organizations/create-organization.ts'
import type { Tx } from '../platform/db.ts'
import { excerpt } from '../platform/excerpt.ts'
import { sql } from '../platform/sql.ts'
import { readUser, type User } from './users.ts'

/** What an email proves besides the mailbox: the password and metadata of the sign-up it confirms. */
type Confirmation = Readonly<{
  /** Whether the mailbox confirmed; false if an operator, or a server without email, confirms the address. */
  proven: boolean
  password_hash?: string | null
  user_metadata?: Record<string, unknown> | null
}>

/**
 * Confirms a user's address and, the first time, creates their organization. A password from an unproven sign-up is
 * removed unless this confirms that same sign-up: otherwise anyone could sign up with someone's address and wait for
 * its owner to confirm it. The transaction must work for the user's own organization, and hold the user's lock.
 */
export async function confirmUser(
  tx: Tx,
  user: User,
  { proven, password_hash, user_metadata }: Confirmation,
): Promise<User> {
  const isFirst = user.email_confirmed_at === null
  const chosen = isFirst ? (password_hash ?? null) : null
  const dropsPassword = isFirst && proven && user.password_unproven && chosen === null
  const metadata = (isFirst && user_metadata) || user.user_metadata
  await tx.run(sql`
    update auth.users set
      email_confirmed_at = coalesce(email_confirmed_at, clock_timestamp()),
      email_proven_at = case when ${proven} then coalesce(email_proven_at, clock_timestamp()) else email_proven_at end,
      password_hash = case when ${dropsPassword} then null else coalesce(${chosen}, password_hash) end,
      password_unproven = false,
      user_metadata = ${JSON.stringify(metadata)}::jsonb,
      updated_at = clock_timestamp()
    where id = ${user.id}`)
  if (isFirst) await organizationOf(tx, user, metadata)
  return readUser(tx, user.id)
}

async function organizationOf(tx: Tx, user: User, metadata: Record<string, unknown>): Promise<void> {
  await createOrganization(tx, {
    org_id: user.own_org_id,
    user_id: user.id,
    email: user.email,
    time_zone: timeZoneIn(metadata),
    company_name: companyNameIn(metadata),
  })
}

/** The browser's time zone: the organization's until another one is chosen. */
function timeZoneIn({ time_zone }: Record<string, unknown>): string | null {
  return typeof time_zone === 'string' && isTimeZone(time_zone) ? presentName(time_zone) : null
}

/** The "Company name" from the sign-up form. */
function companyNameIn({ company_name }: Record<string, unknown>): string {
  return typeof company_name === 'string' ? excerpt(trimmed(company_name), limits.shortTextCharacters) : ''
}
