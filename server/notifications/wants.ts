import {
  isOnByDefault,
  notificationKind,
  type NotificationChannel,
  type NotificationKind,
} from '../../contract/notification-kinds.ts'
import { mayDo } from '../../contract/permissions.ts'
import type { Actor } from '../platform/endpoint.ts'
import type { Announcement } from './announcement.ts'
import type { NotifiedMember } from './members.ts'

/**
 * Whether a notification is for a member at all: addressed to them by name, not about their own ordinary acts, and
 * visible to their role.
 */
export function isRecipient(member: NotifiedMember, { kind, to, user_id }: Announcement): boolean {
  if (to !== null && !to.includes(member.user_id)) return false
  if (!notificationKind(kind).own && member.user_id === user_id) return false
  return mayReceiveKind(member, kind)
}

/** Whether a kind is ever for members with this role and these locations. */
export function mayReceiveKind(
  { role, location_ids }: Pick<Actor, 'role' | 'location_ids'>,
  kind: NotificationKind,
): boolean {
  const { permission, whole } = notificationKind(kind)
  return mayDo(role, permission) && !(whole && location_ids !== null)
}

type Choices = Pick<
  NotifiedMember,
  'low_stock_alerts' | 'transaction_notifications' | 'email_notifications' | 'choices'
>

/**
 * Whether a member wants to be notified of a kind this way: the settings' flags come first, then their choice for the
 * kind, then its default.
 */
export function wants(member: Choices, kind: NotificationKind, channel: NotificationChannel): boolean {
  const { type } = notificationKind(kind)
  if (type === 'alert' && !member.low_stock_alerts) return false
  if (type === 'transaction' && !member.transaction_notifications) return false
  if (channel === 'mail' && !member.email_notifications) return false
  const chosen = member.choices.find((one) => one.kind === kind && one.channel === channel)
  return chosen?.wanted ?? isOnByDefault(kind, channel)
}
