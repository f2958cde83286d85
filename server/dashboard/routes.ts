import { readDashboardQuery, readRecentActivityQuery } from './queries.ts'

export const dashboardRoutes = [readDashboardQuery, readRecentActivityQuery]
