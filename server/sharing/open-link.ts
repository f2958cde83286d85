import type { IdentityRates } from '../identity/rates.ts'
import { peerOf, takeApiToken } from '../identity/rate-limits.ts'
import type { Database, Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken } from '../platform/tokens.ts'
import type { Opener } from './links.ts'

/** A valid link: its organization, and the one order that it opens. */
export type Link = Readonly<{ id: string; org_id: string; document_id: string; opener: Opener }>

export type LinkServices = Readonly<{
  db: Database
  rates: Pick<IdentityRates, 'shareByPeer' | 'shareByLink' | 'messageByLink'>
}>

/**
 * The link with this secret. Refuses too_many_requests from one address or with one link, and not_found: for an
 * unknown, revoked or expired secret, or the other kind of order, after the same work.
 */
export async function openLink(
  { db, rates }: LinkServices,
  { secret, opener, ip }: { secret: string; opener: Opener; ip: string },
): Promise<Link> {
  await takeApiToken(db, `share_peer:${peerOf(ip)}`, rates.shareByPeer)
  const found = await db.transaction(null, (tx) =>
    tx.maybe(sql<Omit<Link, 'opener'>>`
      select org_id, id, document_id from app.open_share(${hashOfToken(secret)}, ${opener})`),
  )
  if (!found) refuse('not_found')
  await takeApiToken(db, `share:${found.id}`, rates.shareByLink)
  return { ...found, opener }
}

/** The limit of messages from one link. Refuses too_many_requests. */
export function limitMessages({ db, rates }: LinkServices, link: Link): Promise<void> {
  const text = 'Too many messages were sent with this link. Wait a few minutes, then send this one again.'
  return takeApiToken(db, `share_message:${link.id}`, rates.messageByLink, text)
}

/**
 * The link as the actor: its id is used in place of a user's, in every stamp and audit row. It has no permission of the
 * API.
 */
export function actorOf(link: Link, request_id: string): Actor {
  return {
    org_id: link.org_id,
    user_id: link.id,
    role: 'viewer',
    location_ids: null,
    email: link.opener === 'customer' ? 'Customer, by link' : 'Supplier, by link',
    session_id: link.id,
    request_id,
    key_permissions: [],
  }
}

/**
 * Works in the organization of a link, which must still be valid then: if it is being revoked, this waits. Refuses
 * not_found.
 */
export function withLink<T>(
  { db }: LinkServices,
  link: Link,
  work: (tx: Tx) => Promise<T>,
  { readOnly = false } = {},
): Promise<T> {
  return db.transaction(
    { org_id: link.org_id, user_id: link.id, locations: 'all' },
    async (tx) => {
      const good = await tx.maybe(sql`
        select id from shares
        where org_id = ${link.org_id} and id = ${link.id} and revoked_at is null and expires_at > clock_timestamp()
        ${readOnly ? sql`` : sql`for share`}`)
      if (!good) refuse('not_found')
      return work(tx)
    },
    { readOnly },
  )
}
