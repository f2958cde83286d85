import { markAllNotificationsReadCommand, markNotificationReadCommand } from './mark-read.ts'
import { listNotificationsQuery } from './queries.ts'

import { readNotificationPreferencesQuery, saveNotificationPreferencesCommand } from './preferences.ts'

export const notificationRoutes = [
  readNotificationPreferencesQuery,
  saveNotificationPreferencesCommand,
  listNotificationsQuery,
  markNotificationReadCommand,
  markAllNotificationsReadCommand,
]
