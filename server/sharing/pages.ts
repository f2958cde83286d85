import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { checkInput } from '../../contract/check-input.ts'
import { id, optionalText } from '../../contract/fields.ts'
import { isFileAddress } from '../../contract/file-addresses.ts'
import { limits } from '../../contract/limits.ts'
import { type SalesDocument, salesDocuments } from '../../contract/sales-documents.ts'
import { companyOf } from '../organizations/company.ts'
import { keyOf } from '../files/keys.ts'
import type { Storage } from '../files/storage.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor, FileAnswer } from '../platform/endpoint.ts'
import type { Events } from '../platform/events.ts'
import { refusalOf } from '../platform/http.ts'
import { isUuid, newId } from '../platform/ids.ts'
import type { Outbox } from '../platform/outbox.ts'
import { refuse, refuseFields, Refusal } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { locationsOf, printedPurchaseOrder } from '../purchase-orders/print-order.ts'
import { purchaseOrderOf } from '../purchase-orders/queries.ts'
import { printedSalesOrder } from '../sales-orders/papers.ts'
import { salesOrderOf } from '../sales-orders/queries.ts'
import { printedPackingSlip } from '../shipments/packing-slip.ts'
import { answerOrder, type AnswerForm, quantityField } from './answer-order.ts'
import { askQuestion, questionForm } from './ask-question.ts'
import { isOwnForm } from './is-own-form.ts'
import type { Opener } from './links.ts'
import { actorOf, limitMessages, type Link, type LinkServices, openLink, withLink } from './open-link.ts'
import { customerPage, type CustomerView, type ShippedLine } from './pages/customer-page.ts'
import { pageAssets } from './pages/layout.ts'
import { notFoundPage, refusedPage, tooManyPage } from './pages/message-pages.ts'
import { customerPreview, supplierPreview } from './pages/previews.ts'
import { supplierPage, type SupplierView } from './pages/supplier-page.ts'
import { questionsOf, responsesOf } from './queries.ts'

export type SharedPageServices = LinkServices &
  Readonly<{ storage: Storage; events: Events; outbox: Outbox; siteUrl: string }>

/** Scripts, frames and everything of others are refused; what the pages load is theirs alone. */
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
 * What private links open: an order for its customer (`/customer/…`), or for its supplier (`/supplier/…`). Whole pages,
 * made here, without scripts. Reading changes nothing but when the link was last opened; changes are forms.
 * `/customer/preview` and `/supplier/preview` are fixed samples.
 */
export async function mountSharedPages(app: FastifyInstance, services: SharedPageServices): Promise<void> {
  mountAssets(app)
  // A screen for people who are signed in, never read as a link.
  app.get('/supplier/profile', (_request, reply) => reply.callNotFound())
  await app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: limits.shareFormBytes },
      (_request, body, done) =>
        // Browsers end the lines of a text with two characters.
        done(null, new URLSearchParams((body as string).replaceAll(/%0D%0A/gi, '%0A'))),
    )
    pages.addHook('onRequest', async (_request, reply) => {
      reply
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex, nofollow')
    })
    pages.setErrorHandler((error, request, reply) => sendPage(reply, errorPage(refusalOf(error, request, reply))))
    mountPreviews(pages)
    mountCustomer(pages, services)
    mountSupplier(pages, services)
  })
}

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
}

const sendPage = (reply: FastifyReply, page: string): FastifyReply => reply.type('text/html; charset=utf-8').send(page)

function errorPage(refusal: Refusal): string {
  if (refusal.code === 'not_found') return notFoundPage
  return refusal.code === 'too_many_requests' ? tooManyPage : refusedPage(refusal.message)
}

type Params = { secret: string }

/** The link that a request names, as who acts in its organisation. */
async function linkOf(services: SharedPageServices, request: FastifyRequest, opener: Opener) {
  const { secret } = request.params as Params
  const link = await openLink(services, { secret, opener, ip: request.ip })
  return { link, actor: actorOf(link, request.id), base: `/${opener}/${secret}` }
}

function sendPdf(reply: FastifyReply, { file_name, content_type, body }: FileAnswer & { body: Buffer }): FastifyReply {
  return reply
    .type(content_type)
    .header('content-disposition', `attachment; filename="${file_name.replaceAll(/[^\w.-]/g, '_')}"`)
    .send(body)
}

function mountCustomer(pages: FastifyInstance, services: SharedPageServices): void {
  const { siteUrl, storage, events, outbox } = services

  pages.get('/customer/:secret', async (request, reply) => {
    const { link, actor, base } = await linkOf(services, request, 'customer')
    const isSent = (request.query as { sent?: unknown }).sent !== undefined
    return sendPage(reply, await customerPageOf(services, link, actor, { base, isSent }))
  })

  pages.get('/customer/:secret/documents/:document', async (request, reply) => {
    const { link, actor } = await linkOf(services, request, 'customer')
    const { document } = request.params as { document: string }
    if (!(salesDocuments as readonly string[]).includes(document)) refuse('not_found')
    return sendPdf(
      reply,
      await withLink(
        services,
        link,
        (tx) => printedSalesOrder(tx, actor, link.document_id, document as SalesDocument),
        readOnly,
      ),
    )
  })

  pages.get('/customer/:secret/packing-slips/:shipment_no', async (request, reply) => {
    const { link, actor } = await linkOf(services, request, 'customer')
    const { shipment_no } = request.params as { shipment_no: string }
    if (!/^\d{1,9}$/.test(shipment_no)) refuse('not_found')
    const file = await withLink(
      services,
      link,
      async (tx) => printedPackingSlip(tx, actor, await shipmentOf(tx, link, Number(shipment_no))),
      readOnly,
    )
    return sendPdf(reply, file)
  })

  pages.get('/customer/:secret/pictures/:line_id', async (request, reply) => {
    const { link } = await linkOf(services, request, 'customer')
    const { line_id } = request.params as { line_id: string }
    if (!isUuid(line_id)) refuse('not_found')
    const address = await withLink(services, link, (tx) => pictureOf(tx, link, line_id), readOnly)
    const bytes = await storage.read(keyOf(address, 'small'))
    return reply.type('image/webp').send(bytes ?? refuse('not_found'))
  })

  pages.post('/customer/:secret/questions', async (request, reply) => {
    const { link, actor, base } = await linkOf(services, request, 'customer')
    const form = requireForm(request, siteUrl)
    const { data, fields } = checkInput(questionForm, { id: form.get('id'), question: form.get('question') ?? '' })
    if (fields) {
      const draft = { question: form.get('question') ?? '', problem: Object.values(fields)[0] ?? '' }
      return sendPage(reply.code(422), await customerPageOf(services, link, actor, { base, draft }))
    }
    await limitMessages(services, link)
    await withLink(services, link, (tx) => askQuestion(tx, link, data))
    outbox.poke()
    events.publish(link.org_id, ['shares'])
    return reply.redirect(`${base}?sent=question`, 303)
  })
}

const readOnly = { readOnly: true }

type Shown = 'base' | 'draft' | 'isSent'

async function customerPageOf(
  services: SharedPageServices,
  link: Link,
  actor: Actor,
  more: Pick<CustomerView, Shown>,
): Promise<string> {
  const view = await withLink(
    services,
    link,
    async (tx) => {
      const [order, company, shippedLines, questions, expires_at] = await Promise.all([
        salesOrderOf(tx, actor, link.document_id),
        companyOf(tx, actor),
        shippedLinesOf(tx, link),
        tx.all(questionsOf(actor, sql`q.share_id = ${link.id}`)),
        expiryOf(tx, link),
      ])
      return { order, company, shippedLines, questions, expires_at }
    },
    readOnly,
  )
  return customerPage({ ...view, ...more, formId: newId() })
}

async function expiryOf(tx: Tx, { org_id, id }: Link): Promise<string> {
  return (
    await tx.one(sql<{ expires_at: string }>`select expires_at from shares where org_id = ${org_id} and id = ${id}`)
  ).expires_at
}

function shippedLinesOf(tx: Tx, { org_id, document_id }: Link): Promise<ShippedLine[]> {
  return tx.all(sql<ShippedLine>`
    select i.shipment_id, p.name as product_name, i.quantity
    from shipment_items i
    join products p on p.org_id = i.org_id and p.id = i.product_id
    where i.org_id = ${org_id} and i.sales_order_id = ${document_id}
    order by i.shipment_id, i.line_no`)
}

/** A shipment of the link's order, of those that its page shows. */
async function shipmentOf(tx: Tx, { org_id, document_id }: Link, shipment_no: number): Promise<string> {
  const found = await tx.maybe(sql<{ id: string }>`
    select id from shipments
    where org_id = ${org_id} and sales_order_id = ${document_id} and shipment_no = ${shipment_no} and taken_back_at is null and status <> 'discarded'`)
  return found?.id ?? refuse('not_found')
}

/** Where the picture of a line of the link's order is kept, if it is one of our files. */
async function pictureOf(tx: Tx, { org_id, document_id }: Link, line_id: string): Promise<string> {
  const found = await tx.maybe(sql<{ image: string | null }>`
    select p.image from sales_order_items i
    join products p on p.org_id = i.org_id and p.id = i.product_id
    where i.org_id = ${org_id} and i.sales_order_id = ${document_id} and i.id = ${line_id}`)
  return found?.image && isFileAddress(found.image) ? found.image : refuse('not_found')
}

function mountSupplier(pages: FastifyInstance, services: SharedPageServices): void {
  const { siteUrl, events, outbox } = services

  pages.get('/supplier/:secret', async (request, reply) => {
    const { link, actor, base } = await linkOf(services, request, 'supplier')
    const isSent = (request.query as { sent?: unknown }).sent !== undefined
    return sendPage(reply, await supplierPageOf(services, link, actor, { base, isSent }))
  })

  pages.get('/supplier/:secret/document', async (request, reply) => {
    const { link, actor } = await linkOf(services, request, 'supplier')
    return sendPdf(
      reply,
      await withLink(services, link, (tx) => printedPurchaseOrder(tx, actor, link.document_id), readOnly),
    )
  })

  pages.post('/supplier/:secret/answers', async (request, reply) => {
    const { link, actor, base } = await linkOf(services, request, 'supplier')
    const form = requireForm(request, siteUrl)
    await limitMessages(services, link)
    try {
      await withLink(services, link, (tx) => answerOrder(tx, actor, link, answerFormOf(form)))
    } catch (error) {
      if (!(error instanceof Refusal) || !correctable.has(error.code)) throw error
      const draft = { values: new Map(form), problems: error.fields ?? {}, summary: summaryOf(error) }
      return sendPage(reply.code(error.status), await supplierPageOf(services, link, actor, { base, draft }))
    }
    outbox.poke()
    events.publish(link.org_id, ['shares', 'purchase-orders'])
    return reply.redirect(`${base}?sent=answer`, 303)
  })
}

/** What is shown on the page with what was typed, to be sent again. */
const correctable: ReadonlySet<string> = new Set(['invalid_input', 'conflict'])

const summaryOf = (refusal: Refusal): string => {
  const count = Object.keys(refusal.fields ?? {}).length
  if (count === 0) return refusal.message
  return count === 1
    ? 'Your answer wasn’t sent. Please correct the field below.'
    : `Your answer wasn’t sent. Please correct ${count} fields below.`
}

const answerFields = z.object({
  id,
  version: z.coerce.number(),
  last_answer: z.string(),
  notes: optionalText(limits.shareMessageCharacters),
})

function answerFormOf(form: URLSearchParams): AnswerForm {
  const { data, fields } = checkInput(answerFields, {
    id: form.get('id'),
    version: form.get('version'),
    last_answer: form.get('last_answer') ?? '',
    notes: form.get('notes'),
  })
  if (fields) refuseFields(fields)
  const prefix = quantityField('')
  return {
    ...data,
    expected_date: form.get('expected_date') ?? '',
    quantities: new Map(
      [...form]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, value]) => [name.slice(prefix.length), value.trim()]),
    ),
  }
}

async function supplierPageOf(
  services: SharedPageServices,
  link: Link,
  actor: Actor,
  more: Pick<SupplierView, Shown>,
): Promise<string> {
  const view = await withLink(
    services,
    link,
    async (tx) => {
      const [order, company, responses, expires_at, { today }] = await Promise.all([
        purchaseOrderOf(tx, actor, link.document_id),
        companyOf(tx, actor),
        tx.all(responsesOf(actor, sql`r.purchase_order_id = ${link.document_id}`)),
        expiryOf(tx, link),
        tx.one(sql<{ today: string }>`
          select (app.now() at time zone time_zone)::date as today from organizations where org_id = ${link.org_id}`),
      ])
      return { order, company, responses, expires_at, today, locations: await locationsOf(tx, actor, order) }
    },
    readOnly,
  )
  return supplierPage({ ...view, ...more, formId: newId() })
}

/** The fields of a form that was sent from one of our own pages. Refuses forbidden, unsupported_media_type. */
function requireForm(request: FastifyRequest, siteUrl: string): URLSearchParams {
  if (!isOwnForm(request, siteUrl)) refuse('forbidden', undefined, 'Open the link again, and send the form from there.')
  return request.body instanceof URLSearchParams ? request.body : refuse('unsupported_media_type')
}
