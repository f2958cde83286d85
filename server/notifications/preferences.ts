import { readNotificationPreferences, type NotificationPreferences } from '../../contract/notifications.ts'
import {
  isOnByDefault,
  notificationKindNames,
  type NotificationChannel,
  type NotificationKind,
} from '../../contract/notification-kinds.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { mayReceiveKind } from './wants.ts'

type Choice = Readonly<{ kind: string; channel: string; wanted: boolean }>

/** The caller's own choices, or the defaults, for the kinds they may receive. */
export async function preferencesOf(tx: Tx, actor: Actor): Promise<NotificationPreferences> {
  const [choices, digest] = await Promise.all([
    tx.all(sql<Choice>`
      select kind, channel, wanted from notification_preferences
      where org_id = ${actor.org_id} and user_id = ${actor.user_id}`),
    tx.maybe(sql<{ hour: number }>`
      select hour from notification_digests where org_id = ${actor.org_id} and user_id = ${actor.user_id}`),
  ])
  const isOn = (kind: NotificationKind, channel: NotificationChannel) =>
    choices.find((one) => one.kind === kind && one.channel === channel)?.wanted ?? isOnByDefault(kind, channel)
  const kinds = notificationKindNames
    .filter((kind) => mayReceiveKind(actor, kind))
    .map((kind) => ({ kind, app: isOn(kind, 'app'), mail: isOn(kind, 'mail'), push: isOn(kind, 'push') }))
  return { kinds, digest_hour: digest?.hour ?? null }
}

export const readNotificationPreferencesQuery = implement(readNotificationPreferences, preferencesOf)
