import { sql } from 'kysely'
import type { z } from 'zod'
import { mayDo } from '../../contract/permissions.ts'
import { saveSettings } from '../../contract/settings.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { lockVersion } from '../platform/versioned.ts'
import { currentSettings } from './queries.ts'

type Input = z.output<typeof saveSettings.input>

/**
 * Saves the given parts, both or neither. Refuses, in this order: forbidden (company information without settings.write), conflict
 * of the company part, conflict of the flags. A missing row is made first, as the defaults that its reader saw.
 */
export const saveSettingsCommand = implement(saveSettings, async (tx, actor, input) => {
  if (input.company && !mayDo(actor.role, 'settings.write')) refuse('forbidden')
  if (input.company) await saveCompany(tx, actor, input.company)
  if (input.notifications) await saveNotifications(tx, actor, input.notifications)
  return currentSettings(tx, actor)
})

async function saveCompany(tx: Tx, actor: Actor, company: NonNullable<Input['company']>): Promise<void> {
  void tx.run(sql`insert into organization_settings (org_id) values (${actor.org_id}) on conflict do nothing`)
  await lockVersion(
    tx,
    sql<{ version: number }>`
      select company_name, company_email, company_phone, company_address, version from organization_settings
      where org_id = ${actor.org_id} for no key update`,
    company.version,
  )
  void tx.run(sql`
    update organization_settings
    set company_name = ${company.company_name}, company_email = ${company.company_email},
      company_phone = ${company.company_phone}, company_address = ${company.company_address},
      version = version + 1, updated_at = clock_timestamp()
    where org_id = ${actor.org_id}`)
}

async function saveNotifications(tx: Tx, actor: Actor, flags: NonNullable<Input['notifications']>): Promise<void> {
  void tx.run(sql`
    insert into member_settings (org_id, user_id) values (${actor.org_id}, ${actor.user_id}) on conflict do nothing`)
  await lockVersion(
    tx,
    sql<{ version: number }>`
      select low_stock_alerts, transaction_notifications, email_notifications, version from member_settings
      where org_id = ${actor.org_id} and user_id = ${actor.user_id} for no key update`,
    flags.version,
  )
  void tx.run(sql`
    update member_settings
    set low_stock_alerts = ${flags.low_stock_alerts}, transaction_notifications = ${flags.transaction_notifications},
      email_notifications = ${flags.email_notifications}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${actor.org_id} and user_id = ${actor.user_id}`)
}
