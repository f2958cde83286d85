import type { Implementation } from '../platform/endpoint.ts'
import type { Mailer } from '../platform/mail.ts'
import { readMeQuery } from './queries.ts'

export const memberRoutes = (mailer: Mailer | null): readonly Implementation[] => [readMeQuery(mailer)]
