import type { FastifyInstance } from 'fastify'
import { checkInput } from '../../contract/check-input.ts'
import { isFileAddress } from '../../contract/file-addresses.ts'
import { type SalesDocument, salesDocuments } from '../../contract/sales-documents.ts'
import { companyOf } from '../organizations/company.ts'
import { keyOf } from '../files/keys.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { setRefusalStatus } from '../platform/http-errors.ts'
import { isUuid, newId } from '../platform/ids.ts'
import { refuse, Refusal } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { printedSalesOrder } from '../sales-orders/printed-documents.ts'
import { billingOf, termsOf } from '../sales-orders/payment-terms.ts'
import { salesOrderOf } from '../sales-orders/queries.ts'
import { printedPackingSlip } from '../shipments/packing-slip.ts'
import { askQuestion, questionForm } from './ask-question.ts'
import {
  type SharedPageServices,
  sendPage,
  linkOf,
  pageInsteadOfForm,
  mountLogo,
  sendPdf,
  readOnly,
  type Shown,
  expiryOf,
  limitRefusals,
  requireForm,
} from './link-requests.ts'
import { limitMessages, type Link, withLink } from './open-link.ts'
import { customerPage } from './pages/customer-page.ts'
import type { CustomerView, ShippedLine } from './pages/customer-view.ts'
import { questionsOf } from './queries.ts'

/** What a customer's link opens: the order, its documents and pictures, and a form for a question. */
export function mountCustomer(pages: FastifyInstance, services: SharedPageServices): void {
  const { siteUrl, storage, events, outbox } = services

  mountLogo(pages, services, 'customer')

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
      async (tx) => printedPackingSlip(tx, actor, await shipmentOf(tx, link, Number(shipment_no)), 'customer'),
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

  for (const form of ['', 'questions']) pageInsteadOfForm(pages, services, 'customer', form)

  pages.post('/customer/:secret/questions', async (request, reply) => {
    const { link, actor, base } = await linkOf(services, request, 'customer')
    const form = requireForm(request, siteUrl)
    const { data, fields } = checkInput(questionForm, { id: form.get('id'), question: form.get('question') ?? '' })
    const withDraft = async (problem: string) => {
      const draft = { question: form.get('question') ?? '', problem }
      return sendPage(reply, await customerPageOf(services, link, actor, { base, draft }))
    }
    if (fields) {
      reply.code(422)
      return withDraft(Object.values(fields)[0] ?? '')
    }
    try {
      await limitMessages(services, link)
      await withLink(services, link, (tx) => askQuestion(tx, link, data))
    } catch (error) {
      if (!(error instanceof Refusal) || !limitRefusals.has(error.code)) throw error
      setRefusalStatus(reply, error)
      return withDraft(error.message)
    }
    outbox.poke()
    events.publish(link.org_id, ['shares'])
    return reply.redirect(`${base}?sent=question`, 303)
  })
}

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
      const [order, company, billing, shippedLines, questions, expires_at] = await Promise.all([
        salesOrderOf(tx, actor, link.document_id),
        companyOf(tx, actor),
        billingOf(tx, actor, link.document_id),
        shippedLinesOf(tx, link),
        tx.all(questionsOf(actor, sql`q.share_id = ${link.id}`)),
        expiryOf(tx, link),
      ])
      const due = termsOf(order, company, billing)?.due ?? null
      return { order, company, due, shippedLines, questions, expires_at }
    },
    readOnly,
  )
  return customerPage({ ...view, ...more, formId: newId() })
}

function shippedLinesOf(tx: Tx, { org_id, document_id }: Link): Promise<ShippedLine[]> {
  return tx.all(sql<ShippedLine>`
    select i.shipment_id, i.sales_order_item_id, p.name as product_name, i.quantity
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
