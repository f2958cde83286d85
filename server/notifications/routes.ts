import { markAllNotificationsReadCommand, markNotificationReadCommand } from './mark-read.ts'
import { listNotificationsQuery } from './queries.ts'

export const notificationRoutes = [listNotificationsQuery, markNotificationReadCommand, markAllNotificationsReadCommand]
