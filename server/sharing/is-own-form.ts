import type { FastifyRequest } from 'fastify'

/**
 * Whether a form was sent from one of our own pages. Those send no referrer, and browsers send `Origin: null` with the
 * forms of such pages (Fetch, "append a request `Origin` header"): then `Sec-Fetch-Site` decides, which no page can
 * set. Over plain HTTP browsers omit that, and null is accepted: a link contains no sign-in that another page could
 * use, it would have to know the link itself.
 */
export function isOwnForm({ headers }: Pick<FastifyRequest, 'headers'>, siteUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin } = headers
  if (origin === undefined) return site === 'same-origin'
  if (origin === 'null') return true
  return URL.canParse(origin) && (origin === new URL(siteUrl).origin || new URL(origin).host === headers.host)
}
