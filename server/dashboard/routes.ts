import { readDashboardQuery } from './queries.ts'

export const dashboardRoutes = [readDashboardQuery]
