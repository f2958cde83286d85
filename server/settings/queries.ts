import { sql } from 'kysely'
import { readSettings, type Settings } from '../../contract/settings.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'

/** Both parts of the settings. A row that was never written reads as the defaults: empty texts, all three flags true. */
export async function currentSettings(tx: Tx, actor: Actor): Promise<Settings> {
  const [company, notifications] = await Promise.all([
    tx.one(sql<Settings['company']>`
      select coalesce(s.company_name, '') as company_name, coalesce(s.company_email, '') as company_email,
        coalesce(s.company_phone, '') as company_phone, coalesce(s.company_address, '') as company_address,
        coalesce(s.version, 1) as version
      from (select 1) as always left join organization_settings s on s.org_id = ${actor.org_id}`),
    tx.one(sql<Settings['notifications']>`
      select coalesce(s.low_stock_alerts, true) as low_stock_alerts,
        coalesce(s.transaction_notifications, true) as transaction_notifications,
        coalesce(s.email_notifications, true) as email_notifications, coalesce(s.version, 1) as version
      from (select 1) as always
      left join member_settings s on s.org_id = ${actor.org_id} and s.user_id = ${actor.user_id}`),
  ])
  return { company, notifications }
}

export const readSettingsQuery = implement(readSettings, currentSettings)
