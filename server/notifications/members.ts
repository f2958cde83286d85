import type { NotificationChannel } from '../../contract/notification-kinds.ts'
import type { Role } from '../../contract/permissions.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

/** A member with the settings that decide which notifications they get. */
export type NotifiedMember = Readonly<{
  user_id: string
  username: string
  email: string
  role: Role
  /** The locations that the member is limited to; null for all. */
  location_ids: readonly string[] | null
  low_stock_alerts: boolean
  transaction_notifications: boolean
  email_notifications: boolean
  /** Whether the address was confirmed, so that email reaches the person who signs in with it. */
  is_confirmed: boolean
  choices: readonly Readonly<{ kind: string; channel: NotificationChannel; wanted: boolean }>[]
}>

/** The members of an organization, each with their settings and own choices. */
export function readMembers(tx: Tx, org_id: string): Promise<NotifiedMember[]> {
  return tx.all(sql<NotifiedMember>`
    select m.user_id, coalesce(p.username, '') as username, u.email, m.role, m.location_ids,
      coalesce(s.low_stock_alerts, true) as low_stock_alerts,
      coalesce(s.transaction_notifications, true) as transaction_notifications,
      coalesce(s.email_notifications, true) as email_notifications,
      u.email_confirmed_at is not null and u.deleted_at is null and coalesce(u.banned_until < clock_timestamp(), true) as is_confirmed,
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', c.kind, 'channel', c.channel, 'wanted', c.wanted))
        from notification_preferences c where c.org_id = ${org_id} and c.user_id = m.user_id), '[]') as choices
    from members m
    join auth.users u on u.id = m.user_id
    left join profiles p on p.org_id = ${org_id} and p.user_id = m.user_id
    left join member_settings s on s.org_id = ${org_id} and s.user_id = m.user_id
    where m.org_id = ${org_id}
    order by m.user_id`)
}
