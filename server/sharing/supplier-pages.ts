import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { checkInput } from '../../contract/check-input.ts'
import { id, optionalText } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { companyOf } from '../organizations/company.ts'
import type { Actor } from '../platform/endpoint.ts'
import { setRefusalStatus } from '../platform/http-errors.ts'
import { newId } from '../platform/ids.ts'
import { refuseFields, Refusal } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { fileOf, locationsOf, orderToPrint } from '../purchase-orders/print-order.ts'
import { purchaseOrderOf } from '../purchase-orders/queries.ts'
import { answerOrder, type AnswerForm } from './answer-order.ts'
import { quantityField } from './pages/quantity-field.ts'
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
import { supplierPage, type SupplierView } from './pages/supplier-page.ts'
import { responsesOf } from './queries.ts'

/** What a supplier's link opens: the order, its document, and a form that answers it. */
export function mountSupplier(pages: FastifyInstance, services: SharedPageServices): void {
  const { siteUrl, events, outbox } = services

  mountLogo(pages, services, 'supplier')

  pages.get('/supplier/:secret', async (request, reply) => {
    const { link, actor, base } = await linkOf(services, request, 'supplier')
    const isSent = (request.query as { sent?: unknown }).sent !== undefined
    return sendPage(reply, await supplierPageOf(services, link, actor, { base, isSent }))
  })

  pages.get('/supplier/:secret/document', async (request, reply) => {
    const { link, actor } = await linkOf(services, request, 'supplier')
    return sendPdf(
      reply,
      await withLink(services, link, async (tx) => fileOf(await orderToPrint(tx, actor, link.document_id)), readOnly),
    )
  })

  for (const form of ['', 'answers']) pageInsteadOfForm(pages, services, 'supplier', form)

  pages.post('/supplier/:secret/answers', async (request, reply) => {
    const { link, actor, base } = await linkOf(services, request, 'supplier')
    const form = requireForm(request, siteUrl)
    try {
      await limitMessages(services, link)
      await withLink(services, link, (tx) => answerOrder(tx, actor, link, answerFormOf(form)))
    } catch (error) {
      if (!(error instanceof Refusal) || !correctable.has(error.code)) throw error
      const draft = { values: new Map(form), problems: error.fields ?? {}, summary: summaryOf(error) }
      return sendPage(setRefusalStatus(reply, error), await supplierPageOf(services, link, actor, { base, draft }))
    }
    outbox.poke()
    events.publish(link.org_id, ['shares', 'purchase-orders'])
    return reply.redirect(`${base}?sent=answer`, 303)
  })
}

/** The page with the submitted input, to be sent again. */
const correctable: ReadonlySet<string> = new Set(['invalid_input', 'conflict', ...limitRefusals])

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
        .map(([name, value]) => [name.slice(prefix.length), trimmed(value)]),
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
