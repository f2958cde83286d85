import { counted } from '../../../contract/counted-nouns.ts'
import { limits } from '../../../contract/limits.ts'
import { formatCost, formatMoney } from '../../../contract/money.ts'
import { paymentTermsText } from '../../../contract/printed-documents.ts'
import type { PurchaseOrder, PurchaseOrderLine } from '../../../contract/purchase-orders.ts'
import { editable } from '../../../contract/purchase-order-actions.ts'
import { formatQuantity, plainDigits } from '../../../contract/quantity.ts'
import type { SupplierResponse } from '../../../contract/supplier-responses.ts'
import { dayOf, dayText } from '../../organizations/company-days.ts'
import type { Company } from '../../organizations/company.ts'
import { quantityField } from './quantity-field.ts'
import { html, type Html } from './html.ts'
import { badge, companyHeader, contactCard, layout, notice, type Tone } from './layout.ts'

export type SupplierView = Readonly<{
  /** `/supplier/…`: the prefix of the page's addresses. */
  base: string
  order: PurchaseOrder
  locations: readonly { name: string; address: string }[]
  company: Company
  responses: readonly SupplierResponse[]
  expires_at: string
  /** The buyer's current day. */
  today: string
  /** A new id for the form: the same answer sent twice is one. */
  formId: string
  /** Input that was sent and refused, to be corrected: by field. */
  draft?: { values: ReadonlyMap<string, string>; problems: Readonly<Record<string, string>>; summary: string }
  /** The answer was sent just now. */
  isSent?: boolean
}>

/** The page of a purchase order as its supplier sees it. */
export function supplierPage(view: SupplierView): string {
  const { base, order, company, draft, isSent, expires_at } = view
  const mayAnswer = editable[order.status] !== 'notes'
  return layout({
    title: `Purchase order ${order.order_number} · ${company.name}`,
    header: companyHeader(company, base, html`<a class="button" href="${base}/document">Download PDF</a>`),
    body: html`<main class="page">
      ${isSent && notice('green', `Your answer was sent to ${company.name}.`)} ${draft && notice('red', draft.summary)}
      <div class="head">
        <p class="eyebrow">Purchase order ${order.order_number}${order.status === 'draft' && ' · Draft'}</p>
        <h1>${headline(view)}</h1>
        <p class="lead">${lead(view)}</p>
      </div>
      <div class="columns">
        <div class="main">${mayAnswer ? answerForm(view) : lines(view, false)} ${history(view)}</div>
        <div class="side">${summary(view)} ${contactCard(company, `Purchase order ${order.order_number}`)}</div>
      </div>
    </main>`,
    footer: html`<p>
      This is a private page for ${order.supplier_name}. Anyone with its link can open it until ${dayOf(expires_at, company)}.
    </p>`,
  })
}

function headline({ order, responses }: SupplierView): string {
  switch (order.status) {
    case 'draft':
    case 'ordered':
      return responses.length > 0 && order.expected_date
        ? `Delivery on ${dayText(order.expected_date)}`
        : 'Please confirm this order'
    case 'partial':
      return 'Partly received'
    case 'received':
      return 'Received in full'
    case 'cancelled':
      return 'This order was cancelled'
  }
}

function lead({ order, company, responses }: SupplierView): string {
  if (order.status === 'received') return `Thank you. ${company.name} has received everything.`
  if (order.status === 'cancelled') return 'Nothing more is expected for this order.'
  if (order.status === 'partial')
    return responses.length > 0 && order.expected_date
      ? `The rest is confirmed for ${dayText(order.expected_date)}. You can change the delivery below.`
      : 'You can confirm the remaining delivery below.'
  if (responses.some(({ status }) => status === 'pending'))
    return `The date is confirmed. ${company.name} will decide about the quantities.`
  if (order.status === 'draft' && responses.length === 0)
    return `This is a draft. ${company.name} hasn’t placed the order yet. You can already tell them when and how much you can deliver.`
  return responses.length > 0
    ? 'You can change the date or propose other quantities below.'
    : 'Confirm the delivery date, and change quantities where you can’t deliver as ordered.'
}

function answerForm(view: SupplierView): Html {
  const { base, order, company, today, formId, draft } = view
  const problem = draft?.problems['expected_date']
  const isAnswered = view.responses.length > 0
  // A past day can't be confirmed.
  const expected = order.expected_date !== null && order.expected_date >= today ? order.expected_date : ''
  const date = draft?.values.get('expected_date') ?? expected
  return html`<form class="answer" method="post" action="${base}/answers">
    <input type="hidden" name="id" value="${formId}" />
    <input type="hidden" name="version" value="${order.version}" />
    <input type="hidden" name="last_answer" value="${view.responses[0]?.id ?? ''}" />
    ${lines(view, true)}
    <section class="card screen" aria-labelledby="confirm">
      <h2 id="confirm">${isAnswered ? 'Change delivery' : 'Confirm'}</h2>
      <div class="form">
        <label for="expected_date">Delivery date</label>
        <input id="expected_date" name="expected_date" type="date" required min="${today}" value="${date}"
          ${problem && html`aria-invalid="true" aria-describedby="expected_date-problem"`} />
        ${problem && html`<p class="problem" id="expected_date-problem">${problem}</p>`}
        <label for="notes">Message to ${company.name} <span class="quiet">(optional)</span></label>
        <textarea id="notes" name="notes" rows="3" maxlength="${limits.shareMessageCharacters}"
          ${draft?.problems['notes'] && html`aria-invalid="true" aria-describedby="notes-problem"`}>${draft?.values.get('notes')}</textarea>
        ${draft?.problems['notes'] && html`<p class="problem" id="notes-problem">${draft.problems['notes']}</p>`}
        <p class="quiet">The date applies immediately. Changed quantities are a proposal that ${company.name} accepts or declines.</p>
        <div class="buttons"><button type="submit" data-primary>${isAnswered ? 'Send changes' : 'Send confirmation'}</button></div>
      </div>
    </section>
  </form>`
}

function lines(view: SupplierView, isAsked: boolean): Html {
  const { order } = view
  const { currency } = order
  const showsReceived = order.lines.some((line) => line.received_quantity > 0)
  const asked = showsReceived ? 'Total you can deliver' : 'You can deliver'
  return html`<section class="card" aria-labelledby="items">
    <h2 id="items">${counted(order.lines.length, 'item')}</h2>
    <table class="lines">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Ordered</th>
          ${showsReceived && html`<th scope="col">Received</th>`}
          <th scope="col">Unit price</th>
          <th scope="col">Amount</th>
          ${isAsked && html`<th scope="col" class="screen">${asked}</th>`}
        </tr>
      </thead>
      <tbody>
        ${order.lines.map(
          (line) =>
            html`<tr>
              <th scope="row"><strong>${line.product_name}</strong><span class="quiet">${line.product_sku}</span></th>
              <td data-label="Ordered">${formatQuantity(line.quantity)}</td>
              ${showsReceived && html`<td data-label="Received">${formatQuantity(line.received_quantity)}</td>`}
              <td data-label="Unit price">${formatCost(line.unit_price, currency)}</td>
              <td data-label="Amount">${formatMoney(line.amount, currency)}</td>
              ${isAsked && html`<td data-label="${asked}" class="screen">${quantityInput(view, line)}</td>`}
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="total"><span>Total ${currency}</span><strong>${formatMoney(order.total_amount, currency)}</strong></p>
  </section>`
}

function quantityInput({ draft, responses }: SupplierView, line: PurchaseOrderLine): Html {
  const name = quantityField(line.id)
  const problem = draft?.problems[name]
  const proposal = responses.find(({ status }) => status === 'pending')
  const proposed = proposal?.items.find((item) => item.purchase_order_item_id === line.id)?.quantity
  const value = draft?.values.get(name) ?? plainDigits(proposed ?? line.quantity)
  // What was received in full can't change any more.
  if (line.received_quantity >= line.quantity && !problem)
    return html`<input type="hidden" name="${name}" value="${value}" /><span class="quiet">Received in full</span>`
  const step = line.quantity_decimals === 0 ? '1' : `0.${'0'.repeat(line.quantity_decimals - 1)}1`
  return html`<input class="number" type="number" inputmode="decimal" required name="${name}" aria-label="You can deliver: ${line.product_name}"
      min="${plainDigits(line.received_quantity)}" step="${step}" value="${value}"
      ${problem && html`aria-invalid="true" aria-describedby="${name}-problem"`} />${problem && html`<span class="problem" id="${name}-problem">${problem}</span>`}`
}

function summary({ order, company, locations }: SupplierView): Html {
  const { currency } = order
  const row = (label: string, value: Html | string, strong = false) =>
    html`<div ${strong && html`data-strong`}><dt>${label}</dt><dd>${value}</dd></div>`
  return html`<section class="card" aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    <dl class="sums">
      ${row('Order date', order.order_date ? dayText(order.order_date) : dayOf(order.ordered_at ?? order.created_at, company))}
      ${row('Expected delivery', order.expected_date ? dayText(order.expected_date) : 'Not confirmed', true)}
      ${row('Supplier', order.supplier_name)}
      ${locations.map((location) =>
        row(
          'Deliver to',
          html`${location.name}${location.address && html`<span class="lines">${location.address}</span>`}`,
        ),
      )}
      ${row('Total', formatMoney(order.total_amount, currency), true)}
      ${order.over_delivered_amount > 0 && row('Over-delivered', formatMoney(order.over_delivered_amount, currency))}
      ${order.payment_terms_days !== null && row('Payment terms', paymentTermsText(order.payment_terms_days))}
      ${order.payment_due_date !== null && order.amount_due > 0 && row('Payment due', dayText(order.payment_due_date))}
    </dl>
  </section>`
}

const outcomes: Record<SupplierResponse['status'], { tone: Tone; text: string }> = {
  confirmed: { tone: 'green', text: 'Confirmed' },
  pending: { tone: 'amber', text: 'Waiting for an answer' },
  accepted: { tone: 'green', text: 'Accepted' },
  declined: { tone: 'red', text: 'Declined' },
  replaced: { tone: 'gray', text: 'Replaced' },
}

function history({ responses, company }: SupplierView): Html | null {
  if (responses.length === 0) return null
  return html`<section class="card" aria-labelledby="answers">
    <h2 id="answers">Your answers</h2>
    <ol class="asked">
      ${responses.map(
        ({ expected_date, notes, status, created_at, items }) =>
          html`<li>
            <p><strong>Delivery on ${dayText(expected_date)}</strong> ${badge(outcomes[status].tone, outcomes[status].text)}</p>
            ${items.map(
              (item) =>
                html`<p>${item.product_name}: ${formatQuantity(item.quantity)} instead of ${formatQuantity(item.ordered_quantity)}</p>`,
            )}
            ${notes && html`<p><span class="quiet">Your message:</span> ${notes}</p>`}
            <span class="quiet">${dayOf(created_at, company)}</span>
          </li>`,
      )}
    </ol>
  </section>`
}
