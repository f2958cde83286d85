import { counted } from '../../../contract/counted-nouns.ts'
import { isFileAddress } from '../../../contract/file-addresses.ts'
import { limits } from '../../../contract/limits.ts'
import { formatMoney } from '../../../contract/money.ts'
import { formatQuantity } from '../../../contract/quantity.ts'
import type { SalesOrder, SalesOrderLine } from '../../../contract/sales-orders.ts'
import { salesDocuments, salesDocumentTitles } from '../../../contract/sales-documents.ts'
import { refundTitle } from '../../../contract/sales-order-statuses.ts'
import { dayOf, dayText } from '../../organizations/company-days.ts'
import type { Company } from '../../organizations/company.ts'
import type { CustomerView } from './customer-view.ts'
import { html, type Html } from './html.ts'
import { companyHeader, contactCard, layout, notice } from './layout.ts'
import { questionsPart } from './questions-part.ts'
import { shipmentPart } from './shipment-part.ts'

const steps = ['Ordered', 'Preparing', 'Shipped', 'Delivered'] as const
const stepOf = { pending: 0, processing: 1, shipped: 2, delivered: 3 } as const

/** The page of a sales order as its customer sees it. */
export function customerPage(view: CustomerView): string {
  const { base, order, company, expires_at } = view
  const shipments = order.shipments.filter(({ status }) => status !== 'discarded')
  return layout({
    title: `Order ${order.order_number} · ${company.name}`,
    header: companyHeader(
      company,
      base,
      html`<a class="button" href="${base}/documents/${salesDocuments[1]}">Download invoice</a>`,
    ),
    body: html`<main class="page">
      ${view.isSent && notice('green', `Your question was sent to ${company.name}.`)}
      <div class="head">
        <p class="eyebrow">Order ${order.order_number}</p>
        <h1>${headline(order)}</h1>
        <p class="lead">${lead(order, company)}</p>
        ${order.status !== 'cancelled' && progress(stepOf[order.status])}
      </div>
      <div class="columns">
        <div class="main">
          ${items(view)} ${
            shipments.length > 0 &&
            html`<section class="card" aria-labelledby="shipments">
            <h2 id="shipments">${shipments.length === 1 ? 'Shipment' : 'Shipments'}</h2>
            ${shipments.map((shipment) => shipmentPart(view, shipment))}
          </section>`
          }
          ${questionsPart(view)}
        </div>
        <div class="side">${summary(view)} ${documents(view)} ${contactCard(company, `Order ${order.order_number}`)}</div>
      </div>
    </main>`,
    footer: html`<p>
      This is a private page for ${order.customer_name}. Anyone with its link can open it until ${dayOf(expires_at, company)}.
    </p>`,
  })
}

function headline({ status, lines, shipments }: SalesOrder): string {
  switch (status) {
    case 'pending':
      return 'Thank you for your order'
    case 'processing':
      if (!lines.some((line) => line.shipped_quantity > 0)) return 'Your order is being prepared'
      return shipments.some((shipment) => shipment.status === 'in_transit')
        ? 'Part of your order is on its way'
        : 'Part of your order was delivered'
    case 'shipped':
      return 'Your order is on its way'
    case 'delivered':
      return 'Your order was delivered'
    case 'cancelled':
      return 'Your order was cancelled'
  }
}

function lead({ status, shipments }: SalesOrder, company: Company): string {
  if (status === 'cancelled') return `Questions about it? ${company.name} is happy to help.`
  if (status === 'pending') return `${company.name} has received your order. You can follow its progress here.`
  const days = shipments
    .filter((shipment) => shipment.status === 'in_transit')
    .flatMap(({ estimated_delivery }) => estimated_delivery ?? [])
    .toSorted()
  const last = days.at(-1)
  if (last) return `Estimated delivery: ${dayText(last)}.`
  return status === 'delivered' ? `Thank you for choosing ${company.name}.` : 'You can follow its progress here.'
}

function progress(reached: number): Html {
  return html`<ol class="steps" aria-label="Progress">
    ${steps.map(
      (name, index) =>
        html`<li ${index <= reached && html`data-done`} ${index === reached && html`aria-current="step"`}>${name}</li>`,
    )}
  </ol>`
}

/** Our own pictures are shown through the link; loading one stored elsewhere would reveal the reader to that server. */
function picture({ base }: CustomerView, line: SalesOrderLine, index: number): Html {
  if (line.product_image === null || !isFileAddress(line.product_image) || index >= limits.sharePictures)
    return html`<span class="picture" aria-hidden="true">${line.product_name.slice(0, 1)}</span>`
  return html`<img class="picture" src="${base}/pictures/${line.id}" alt="" width="48" height="48" loading="lazy" />`
}

function items(view: CustomerView): Html {
  const { order } = view
  return html`<section class="card" aria-labelledby="items">
    <h2 id="items">${counted(order.lines.length, 'item')}</h2>
    <ul class="items">
      ${order.lines.map(
        (line, index) =>
          html`<li>
            ${picture(view, line, index)}
            <span class="what">
              <strong>${line.product_name}</strong>
              <span class="quiet">${line.product_sku}${progressOf(line, order)}</span>
            </span>
            <span class="quantity">${formatQuantity(line.quantity)} × ${formatMoney(line.unit_price)}</span>
            <span class="amount">${formatMoney(line.amount)}</span>
          </li>`,
      )}
    </ul>
  </section>`
}

/** The progress of a line, if it differs from the order's. */
function progressOf({ shipped_quantity, returned_quantity, quantity }: SalesOrderLine, { status }: SalesOrder): string {
  const parts = [
    status !== 'cancelled' && shipped_quantity > 0 && shipped_quantity < quantity
      ? `${formatQuantity(shipped_quantity)} of ${formatQuantity(quantity)} shipped`
      : '',
    returned_quantity > 0 ? `${formatQuantity(returned_quantity)} returned` : '',
  ].filter(Boolean)
  return parts.map((part) => ` · ${part}`).join('')
}

function summary({ order, company, due }: CustomerView): Html {
  const { total_amount, paid_amount, amount_due, refund_due, status } = order
  const row = (label: string, value: Html | string, strong = false) =>
    html`<div ${strong && html`data-strong`}><dt>${label}</dt><dd>${value}</dd></div>`
  return html`<section class="card" aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    <dl class="sums">
      ${row('Order date', dayOf(order.order_date, company))} ${row('Customer', order.customer_name)}
      ${row('Total', formatMoney(total_amount), true)} ${row('Paid', formatMoney(paid_amount))}
      ${amount_due > 0 && row('Balance due', formatMoney(amount_due), true)}
      ${amount_due > 0 && due !== null && row('Due date', due)}
      ${refund_due > 0 && row(refundTitle(status), formatMoney(refund_due), true)}
    </dl>
  </section>`
}

function documents({ base }: CustomerView): Html {
  return html`<section class="card screen" aria-labelledby="documents">
    <h2 id="documents">Documents</h2>
    <ul class="links">
      ${salesDocuments.map(
        (document) => html`<li><a href="${base}/documents/${document}">${salesDocumentTitles[document]} (PDF)</a></li>`,
      )}
    </ul>
  </section>`
}
