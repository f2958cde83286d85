import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { enteredMoment, id, moment } from './fields.ts'
import { page, pageInput } from './paging.ts'
import {
  notificationTypes,
  type NotificationKind,
  notificationKindNames,
  notificationChannels,
} from './notification-kinds.ts'

const notification = z.object({
  id,
  kind: z.enum(notificationKindNames as [NotificationKind, ...NotificationKind[]]),
  type: z.enum(notificationTypes),
  title: z.string(),
  /** Null if the title is complete. */
  body: z.string().nullable(),
  /** The author, by the name at that time; null for the server itself. */
  actor_name: z.string().nullable(),
  /** The screen that shows its subject. */
  address: z.string(),
  happened_at: moment,
  is_read: z.boolean(),
})

export type Notification = z.output<typeof notification>

export const listNotifications = query({
  name: 'list_notifications',
  summary: 'Lists the member’s own notifications, newest first, and how many are unread',
  path: '/notifications',
  permission: 'account.read',
  input: z.strictObject({ ...pageInput, only: z.enum(['all', 'unread']).default('all') }),
  output: page(notification).extend({ unread: z.number() }),
})

export const markNotificationRead = command({
  name: 'mark_notification_read',
  summary: 'Marks one of the member’s notifications as read. Has no effect if it is already read',
  method: 'POST',
  path: '/notifications/:notification_id/reading',
  permission: 'account.write',
  input: z.strictObject({ notification_id: id }),
  output: z.object({ unread: z.number() }),
  changes: ['notifications'],
  changesFor: 'caller',
})

export const markAllNotificationsRead = command({
  name: 'mark_all_notifications_read',
  summary: 'Marks the member’s notifications as read: all of them, or those up to a point in time',
  method: 'POST',
  path: '/notifications/readings',
  permission: 'account.write',
  input: z.strictObject({
    /** The newest one that the member saw, so that later ones stay unread. */
    until: enteredMoment.optional(),
  }),
  output: z.object({ unread: z.number() }),
  changes: ['notifications'],
  changesFor: 'caller',
})

const channelName = z.enum(notificationChannels)

const kindName = notification.shape.kind

const preferences = z.object({
  /** The kinds available to the member's role, each with its channels. */
  kinds: z.array(z.object({ kind: kindName, app: z.boolean(), mail: z.boolean(), push: z.boolean() })),
  /** Hour of the day, in the company's time zone, of the daily summary email; null for none. */
  digest_hour: z.number().nullable(),
})

export type NotificationPreferences = z.output<typeof preferences>

export const readNotificationPreferences = query({
  name: 'read_notification_preferences',
  summary: 'Returns the member’s notification preferences for each kind. The flags in the settings take precedence',
  path: '/notification-preferences',
  permission: 'account.read',
  input: z.strictObject({}),
  output: preferences,
})

export const saveNotificationPreferences = command({
  name: 'save_notification_preferences',
  summary: 'Saves the given preferences: per kind and channel, and the hour of the daily summary (null for none)',
  method: 'PATCH',
  path: '/notification-preferences',
  permission: 'account.write',
  input: z.strictObject({
    choices: z
      .array(z.strictObject({ kind: kindName, channel: channelName, wanted: z.boolean() }))
      .max(notificationKindNames.length * notificationChannels.length)
      .default([]),
    digest_hour: z.number().int().min(0).max(23).nullish(),
  }),
  output: preferences,
  changes: [],
})
