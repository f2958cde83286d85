import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { refusalOf } from '../platform/http-errors.ts'
import { Refusal } from '../platform/refusal.ts'
import { answerUnreadable, type UnreadableRequest } from '../platform/unreadable-requests.ts'
import { pageAssets } from './pages/layout.ts'
import { notFoundPage, refusedPage, tooManyPage } from './pages/message-pages.ts'
import { customerPreview, supplierPreview } from './pages/previews.ts'
import { mountSupplier } from './supplier-pages.ts'
import { mountCustomer } from './customer-pages.ts'
import { type SharedPageServices, sendPage } from './link-requests.ts'

/** Scripts, frames and all third-party content are refused; the pages load only their own files. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The pages of private links: an order for its customer (`/customer/…`), or for its supplier (`/supplier/…`). Complete
 * pages, generated here, without scripts. Reading changes only when the link was last opened; changes are forms.
 * `/customer/preview` and `/supplier/preview` are fixed samples.
 */
export async function mountSharedPages(app: FastifyInstance, services: SharedPageServices): Promise<void> {
  mountAssets(app)
  // A screen for signed-in people, never parsed as a link.
  for (const path of ['/supplier/profile', '/supplier/profile/'])
    app.get(path, (_request, reply) => reply.callNotFound())
  await app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: limits.shareFormBytes },
      (_request, body, done) =>
        // Browsers end a text's lines with two characters.
        done(null, new URLSearchParams((body as string).replaceAll(/%0D%0A/gi, '%0A'))),
    )
    pages.addHook('onRequest', async (_request, reply) => void pageHeaders(reply))
    pages.setErrorHandler(answerWithPage)
    mountPreviews(pages)
    mountCustomer(pages, services)
    mountSupplier(pages, services)
  })
}

/** Whether an address is one of a private link, however it continues. */
export const isSharedAddress = (url: string): boolean => /^\/(customer|supplier)\//.test(url)

/**
 * Responds to an error with a page. The router calls it, too, for private links that it can't read (`/customer/%ff`, or
 * an address that is too long): before any hook, so it sets the headers itself.
 */
export function answerWithPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(pageHeaders(reply), errorPage(refusalOf(error, request, reply)))
}

/** The same for a request whose address is so long that it never reaches the router. */
export function answerUnreadableRequest(error: UnreadableRequest, socket: Socket): void {
  const start = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 50) : ''
  const [, url = ''] = /^[A-Z]+ (\S{1,20})/.exec(start) ?? []
  if (error.code !== 'HPE_HEADER_OVERFLOW' || !isSharedAddress(url)) return answerUnreadable(error, socket)
  const headers = { ...ownHeaders, 'content-type': 'text/html; charset=utf-8' }
  answerUnreadable(error, socket, { status: 404, headers, body: notFoundPage })
}

const ownHeaders = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
}

const pageHeaders = (reply: FastifyReply): FastifyReply => reply.headers(ownHeaders)

function mountAssets(app: FastifyInstance): void {
  for (const { name, type, body } of pageAssets)
    app.get(`/sharing/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(body),
    )
}

function mountPreviews(pages: FastifyInstance): void {
  pages.get('/customer/preview', (request, reply) => {
    const { search } = request.query as { search?: unknown }
    return sendPage(reply, customerPreview(typeof search === 'string' ? search.slice(0, limits.searchCharacters) : ''))
  })
  pages.get('/supplier/preview', (_request, reply) => sendPage(reply, supplierPreview))
  for (const path of ['/customer/preview', '/supplier/preview'])
    pages.get(`${path}/`, (_request, reply) => reply.redirect(path, 303))
}

function errorPage(refusal: Refusal): string {
  if (refusal.code === 'not_found') return notFoundPage
  return refusal.code === 'too_many_requests' ? tooManyPage : refusedPage(refusal.message)
}
