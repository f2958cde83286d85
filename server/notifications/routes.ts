import { markAllNotificationsReadCommand, markNotificationReadCommand } from './mark-read.ts'
import { listNotificationsQuery } from './queries.ts'

import { readNotificationPreferencesQuery } from './preferences.ts'
import { saveNotificationPreferencesCommand } from './save-preferences.ts'

export const notificationRoutes = [
  readNotificationPreferencesQuery,
  saveNotificationPreferencesCommand,
  listNotificationsQuery,
  markNotificationReadCommand,
  markAllNotificationsReadCommand,
]
