import { counted } from '../../../contract/counted-nouns.ts'
import { isFileAddress } from '../../../contract/file-addresses.ts'
import { limits } from '../../../contract/limits.ts'
import { formatMoney } from '../../../contract/money.ts'
import { exactUnits, formatQuantity, quantityOf } from '../../../contract/quantity.ts'
import type { SalesOrder, SalesOrderLine } from '../../../contract/sales-orders.ts'
import { salesDocuments, salesDocumentTitles } from '../../../contract/sales-documents.ts'
import { notCharged, refundTitle } from '../../../contract/sales-order-statuses.ts'
import { dayOf, dayText } from '../../organizations/company-days.ts'
import type { Company } from '../../organizations/company.ts'
import type { CustomerView } from './customer-view.ts'
import { html, type Html } from './html.ts'
import { companyHeader, contactCard, initialOf, layout, notice } from './layout.ts'
import { questionsPart } from './questions-part.ts'
import { shipmentPart } from './shipment-part.ts'

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
        ${order.status !== 'cancelled' && progress(order, order.status)}
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
      if (!isPartlyShipped(lines)) return 'Your order is being prepared'
      return shipments.some((shipment) => shipment.status === 'in_transit')
        ? 'Part of your order is on its way'
        : 'Part of your order was delivered'
    case 'shipped':
      return isPartlyDelivered(shipments) ? 'The rest of your order is on its way' : 'Your order is on its way'
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

const isPartlyShipped = (lines: SalesOrder['lines']) => lines.some((line) => line.shipped_quantity > 0)
const isPartlyDelivered = (shipments: SalesOrder['shipments']) => shipments.some(({ status }) => status === 'delivered')

/** The steps of an order. A step that only some of the units have reached is half filled and says so. */
function progress({ lines, shipments }: SalesOrder, status: keyof typeof stepOf): Html {
  const reached = stepOf[status]
  const steps = [
    { name: 'Ordered' },
    { name: 'Preparing' },
    { name: 'Shipped', part: isPartlyShipped(lines) && 'Partly shipped' },
    { name: 'Delivered', part: isPartlyDelivered(shipments) && 'Partly delivered' },
  ].map(({ name, part }, index) =>
    index <= reached ? { name, state: 'done' } : part ? { name: part, state: 'part' } : { name, state: null },
  )
  const current = steps.findLastIndex(({ state }) => state !== null)
  return html`<ol class="steps" aria-label="Progress">
    ${steps.map(
      ({ name, state }, index) =>
        html`<li ${state !== null && html`data-state="${state}"`} ${index === current && html`aria-current="step"`}>${name}</li>`,
    )}
  </ol>`
}

/** Our own pictures are shown through the link; loading one stored elsewhere would reveal the reader to that server. */
function picture({ base }: CustomerView, line: SalesOrderLine, index: number): Html {
  if (line.product_image === null || !isFileAddress(line.product_image) || index >= limits.sharePictures)
    return html`<span class="picture" aria-hidden="true">${initialOf(line.product_name)}</span>`
  return html`<img class="picture" src="${base}/pictures/${line.id}" alt="" width="48" height="48" loading="lazy" />`
}

function items(view: CustomerView): Html {
  const { order } = view
  const { currency } = order
  return html`<section class="card" aria-labelledby="items">
    <h2 id="items">${counted(order.lines.length, 'item')}</h2>
    <ul class="items">
      ${order.lines.map(
        (line, index) =>
          html`<li>
            ${picture(view, line, index)}
            <span class="what">
              <strong>${line.product_name}</strong>
              <span class="quiet">${[line.product_sku, ...progressOf(line, view)].join(' · ')}</span>
            </span>
            <span class="quantity">${formatQuantity(line.quantity)} × ${formatMoney(line.unit_price, currency)}</span>
            <span class="amount">${formatMoney(line.amount, currency)}</span>
          </li>`,
      )}
    </ul>
  </section>`
}

/** How far a line is, once anything of the order has left, and what it waits for. */
function progressOf(line: SalesOrderLine, { order, shippedLines }: CustomerView): string[] {
  const { shipped_quantity, returned_quantity, backordered_quantity } = line
  const isOpen = order.status === 'pending' || order.status === 'processing'
  const arrived = order.shipments.filter(({ status }) => status === 'delivered').map(({ id }) => id)
  const delivered = shippedLines
    .filter(({ sales_order_item_id, shipment_id }) => sales_order_item_id === line.id && arrived.includes(shipment_id))
    .reduce((sum, { quantity }) => sum + exactUnits(quantity), 0n)
  return [
    isPartlyShipped(order.lines) && order.status !== 'cancelled' ? shippedText(line, quantityOf(delivered)) : '',
    isOpen && backordered_quantity > 0 ? `${formatQuantity(backordered_quantity)} backordered` : '',
    shipped_quantity > 0 && returned_quantity > 0 ? `${formatQuantity(returned_quantity)} returned` : '',
  ].filter(Boolean)
}

/** `Not shipped yet`, `2 of 19 shipped`, `Shipped, 2 delivered`, `Delivered`. */
function shippedText({ quantity, shipped_quantity }: SalesOrderLine, delivered: number): string {
  if (shipped_quantity === 0) return 'Not shipped yet'
  const isWhole = shipped_quantity >= quantity
  if (delivered >= shipped_quantity)
    return isWhole ? 'Delivered' : `${formatQuantity(delivered)} of ${formatQuantity(quantity)} delivered`
  const shipped = isWhole ? 'Shipped' : `${formatQuantity(shipped_quantity)} of ${formatQuantity(quantity)} shipped`
  return delivered > 0 ? `${shipped}, ${formatQuantity(delivered)} delivered` : shipped
}

function summary({ order, company, due }: CustomerView): Html {
  const { currency, total_amount, paid_amount, amount_due, refund_due, status } = order
  const credited = notCharged(order)
  const row = (label: string, value: Html | string, strong = false) =>
    html`<div ${strong && html`data-strong`}><dt>${label}</dt><dd>${value}</dd></div>`
  return html`<section class="card" aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    <dl class="sums">
      ${row('Order date', dayOf(order.order_date, company))} ${row('Customer', order.customer_name)}
      ${row('Total', formatMoney(total_amount, currency), true)}
      ${credited && row(credited.label, formatMoney(-credited.amount, currency))} ${row('Paid', formatMoney(paid_amount, currency))}
      ${amount_due > 0 && row('Balance due', formatMoney(amount_due, currency), true)}
      ${amount_due > 0 && due !== null && row('Due date', due)}
      ${refund_due > 0 && row(refundTitle(status), formatMoney(refund_due, currency), true)}
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
