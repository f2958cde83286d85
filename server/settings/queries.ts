import { readSettings, type Settings } from '../../contract/settings.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/**
 * The settings as the actor sees them. A row that was never written reads as the defaults: empty texts, all three flags
 * true.
 */
export function currentSettings(tx: Tx, actor: Actor): Promise<Settings> {
  return tx.one(sql<Settings>`
    select coalesce(o.company_name, '') as company_name, coalesce(o.company_email, '') as company_email,
      coalesce(o.company_phone, '') as company_phone, coalesce(o.company_address, '') as company_address,
      coalesce(o.company_tax_id, '') as company_tax_id, coalesce(o.company_website, '') as company_website,
      g.time_zone, g.currency,
      not exists (select from public.sales_orders where org_id = ${actor.org_id})
        and not exists (select from public.purchase_orders where org_id = ${actor.org_id}) as can_change_currency,
      o.payment_terms_days, coalesce(o.paper_size, 'auto') as paper_size,
      coalesce(m.low_stock_alerts, true) as low_stock_alerts,
      coalesce(m.transaction_notifications, true) as transaction_notifications,
      coalesce(m.email_notifications, true) as email_notifications,
      coalesce(o.version, 1) as version
    from organizations g
    left join organization_settings o on o.org_id = ${actor.org_id}
    left join member_settings m on m.org_id = ${actor.org_id} and m.user_id = ${actor.user_id}
    where g.org_id = ${actor.org_id}`)
}

export const readSettingsQuery = implement(readSettings, currentSettings)
