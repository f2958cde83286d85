import { readMeQuery } from './queries.ts'

export const memberRoutes = [readMeQuery]
