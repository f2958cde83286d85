import { formatQuantity } from '../../../contract/quantity.ts'
import {
  carrierLabels,
  type ShipmentStatus,
  type ShipmentSummary,
  shippingMethodLabels,
  trackingUrl,
} from '../../../contract/shipments.ts'
import { dayOf, dayText } from '../../organizations/company-days.ts'
import type { CustomerView } from './customer-view.ts'
import { html, type Html } from './html.ts'
import { badge, type Tone } from './layout.ts'

const shipmentTexts: Record<Exclude<ShipmentStatus, 'discarded'>, { tone: Tone; text: string }> = {
  pending: { tone: 'gray', text: 'Being prepared' },
  in_transit: { tone: 'brand', text: 'On its way' },
  delivered: { tone: 'green', text: 'Delivered' },
  failed: { tone: 'red', text: 'Delivery failed' },
}

/** A shipment: its status, tracking and items. */
export function shipmentPart({ base, company, shippedLines }: CustomerView, shipment: ShipmentSummary): Html {
  const { id, shipment_no, status, carrier, shipping_method, tracking_number, shipped_at, delivered_at } = shipment
  const { tone, text } = shipmentTexts[status as keyof typeof shipmentTexts]
  const tracking = trackingUrl(carrier, tracking_number)
  const facts: [string, Html | string][] = []
  if (carrier && shipping_method)
    facts.push(['Carrier', `${carrierLabels[carrier]}, ${shippingMethodLabels[shipping_method]}`])
  if (tracking_number)
    facts.push([
      'Tracking',
      tracking
        ? html`<a href="${tracking}" target="_blank" rel="noopener noreferrer">${tracking_number}</a>`
        : tracking_number,
    ])
  if (shipped_at) facts.push(['Shipped', dayOf(shipped_at, company)])
  if (delivered_at) facts.push(['Delivered', dayOf(delivered_at, company)])
  else if (shipment.estimated_delivery && status !== 'failed')
    facts.push(['Estimated delivery', dayText(shipment.estimated_delivery)])
  return html`<article class="shipment">
    <header><h3>Shipment ${shipment_no}</h3>${badge(tone, text)}<a class="aside" href="${base}/packing-slips/${shipment_no}">Packing slip (PDF)</a></header>
    ${facts.length > 0 && html`<dl class="facts">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}
    <ul class="contents">
      ${shippedLines
        .filter((line) => line.shipment_id === id)
        .map((line) => html`<li><span>${line.product_name}</span><span>${formatQuantity(line.quantity)}</span></li>`)}
    </ul>
  </article>`
}
