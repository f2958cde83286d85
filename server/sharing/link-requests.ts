import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Storage } from '../files/storage.ts'
import type { PrintedFile } from '../printed-documents/printed-file.ts'
import type { Tx } from '../platform/db.ts'
import type { Events } from '../platform/events.ts'
import type { Outbox } from '../platform/outbox.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { isOwnForm } from './is-own-form.ts'
import type { Opener } from './links.ts'
import { logoOf } from '../organizations/logo.ts'
import { actorOf, type Link, type LinkServices, openLink, withLink } from './open-link.ts'

/** What the pages that private links open need. */
export type SharedPageServices = LinkServices &
  Readonly<{ storage: Storage; events: Events; outbox: Outbox; siteUrl: string }>

/** Sends a whole page. */
export const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(page)

type Params = { secret: string }

/** The link that a request names, as the actor in its organization. */
export async function linkOf(services: SharedPageServices, request: FastifyRequest, opener: Opener) {
  const { secret } = request.params as Params
  const link = await openLink(services, { secret, opener, ip: request.ip })
  return { link, actor: actorOf(link, request.id), base: `/${opener}/${secret}` }
}

/** Sends a document as a download. */
export async function sendPdf(
  reply: FastifyReply,
  { file_name, content_type, body }: PrintedFile,
): Promise<FastifyReply> {
  return reply
    .type(content_type)
    .header('content-disposition', `attachment; filename="${file_name.replaceAll(/[^\w.-]/g, '_')}"`)
    .send(await body.make())
}

export const readOnly = { readOnly: true }

/** The logo of the company whose order a link opens. */
export function mountLogo(pages: FastifyInstance, services: SharedPageServices, opener: Opener): void {
  pages.get(`/${opener}/:secret/logo`, async (request, reply) => {
    const { link, actor } = await linkOf(services, request, opener)
    const logo = await withLink(services, link, (tx) => logoOf(tx, actor), readOnly)
    return reply.type('image/png').send(logo?.png ?? refuse('not_found'))
  })
}

/**
 * Someone who reloads or opens the address to which a form was sent gets the page with the form. So does someone whose
 * program added a slash to the link: then the form's address is empty.
 */
export function pageInsteadOfForm(
  pages: FastifyInstance,
  services: SharedPageServices,
  opener: Opener,
  form: string,
): void {
  pages.get(`/${opener}/:secret/${form}`, async (request, reply) => {
    const { base } = await linkOf(services, request, opener)
    return reply.redirect(base, 303)
  })
}

/** Refusals of one message too many: the page comes back with what was typed. */
export const limitRefusals: ReadonlySet<string> = new Set(['too_many_requests', 'limit_reached'])

/** What a page shows besides its order. */
export type Shown = 'base' | 'draft' | 'isSent'

/** When the link ends. */
export async function expiryOf(tx: Tx, { org_id, id }: Link): Promise<string> {
  return (
    await tx.one(sql<{ expires_at: string }>`select expires_at from shares where org_id = ${org_id} and id = ${id}`)
  ).expires_at
}

/** The fields of a form that was sent from one of our own pages. Refuses forbidden, unsupported_media_type. */
export function requireForm(request: FastifyRequest, siteUrl: string): URLSearchParams {
  if (!isOwnForm(request, siteUrl)) refuse('forbidden', undefined, 'Open the link again and submit the form there.')
  return request.body instanceof URLSearchParams ? request.body : refuse('unsupported_media_type')
}
