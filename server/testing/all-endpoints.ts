import type { Endpoint } from '../../contract/endpoint.ts'
import { allRoutes } from '../routes.ts'

/** Every endpoint of the HTTP interface, including new ones. Their implementations can't be run from here. */
export const allEndpoints: readonly Endpoint[] = allRoutes({
  storage: null as never,
  pages: null as never,
  mailer: null,
  feedWaits: null as never,
  webhooks: {} as never,
  invitations: null as never,
  account: null as never,
  siteUrl: '',
  push: null as never,
}).map(({ endpoint }) => endpoint)
