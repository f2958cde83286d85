import { z } from 'zod'
import { statusChange } from './documents.ts'
import { command, query } from './endpoint.ts'
import {
  id,
  idOr,
  mixedProducts,
  moment,
  money,
  optionalDay,
  optionalText,
  positiveQuantity,
  requiredList,
  requiredText,
  text,
  version,
} from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { salesOrderStatuses } from './sales-order-statuses.ts'

/** The statuses that can be chosen, listed and counted. */
export const shipmentStatuses = ['pending', 'in_transit', 'delivered', 'failed'] as const
export type ListedShipmentStatus = (typeof shipmentStatuses)[number]
/** A discarded shipment never left, or was undone with its order's status: lists and counts leave it out. */
const recordedStatuses = [...shipmentStatuses, 'discarded'] as const
export type ShipmentStatus = (typeof recordedStatuses)[number]
export const shippingMethods = ['ground', 'express', 'overnight'] as const
type ShippingMethod = (typeof shippingMethods)[number]
export const carriers = ['fedex', 'ups', 'usps', 'dhl'] as const
export type Carrier = (typeof carriers)[number]

export const shippingMethodLabels: Record<ShippingMethod, string> = {
  ground: 'Ground',
  express: 'Express',
  overnight: 'Overnight',
}
export const carrierLabels: Record<Carrier, string> = { fedex: 'FedEx', ups: 'UPS', usps: 'USPS', dhl: 'DHL' }

/**
 * The allowed next statuses of a shipment: forward, or a step back after a mistake. Delivered units come back by a
 * return.
 */
export const nextShipmentStatuses: Record<ShipmentStatus, readonly ShipmentStatus[]> = {
  pending: ['in_transit', 'failed'],
  in_transit: ['delivered', 'failed', 'pending'],
  delivered: ['in_transit'],
  failed: [],
  discarded: [],
}

/**
 * Whether a shipment can get this status. Units shipped by their order's status come back with it, so an implicit
 * shipment is never pending.
 */
export function canBecome(
  { status, is_implicit }: Pick<ShipmentSummary, 'status' | 'is_implicit'>,
  next: ShipmentStatus,
): boolean {
  return nextShipmentStatuses[status].includes(next) && !(is_implicit && next === 'pending')
}

const trackingPages: Record<Carrier, string> = {
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  ups: 'https://www.ups.com/track?tracknum=',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  dhl: 'https://www.dhl.com/en/express/tracking.html?AWB=',
}

/** The carrier's page for a tracking number, or null. The number is data of an address of ours, whatever was typed. */
export function trackingUrl(carrier: Carrier | null, tracking_number: string | null): string | null {
  return carrier && tracking_number ? trackingPages[carrier] + encodeURIComponent(tracking_number) : null
}

export const shipmentLine = z.object({
  line_no: z.number(),
  /** Null if the order's line was removed after the shipment failed or was discarded. */
  sales_order_item_id: id.nullable(),
  product_id: id,
  product_name: z.string(),
  product_sku: z.string(),
  quantity_decimals: z.number(),
  product_image: z.string().nullable(),
  quantity: z.number(),
})
export type ShipmentLine = z.output<typeof shipmentLine>

export const shipmentSummary = z.object({
  /** Also the id of the posting that sent it; sent again after an undo, it has another posting. */
  id,
  /** Who made it. */
  user_id: id,
  shipment_no: z.number(),
  sales_order_id: id,
  order_number: z.string(),
  /** The status of its order: units that come back to a cancelled one aren't wanted again. */
  order_status: z.enum(salesOrderStatuses),
  customer_name: z.string(),
  /** Created by the order's status alone, without address and carrier. */
  is_implicit: z.boolean(),
  shipping_method: z.enum(shippingMethods).nullable(),
  carrier: z.enum(carriers).nullable(),
  tracking_number: z.string().nullable(),
  estimated_delivery: z.string().nullable(),
  status: z.enum(recordedStatuses),
  /**
   * Whether units left locations the caller isn't limited to: then only what left theirs is shown, and nothing can be
   * changed.
   */
  concerns_other_locations: z.boolean(),
  version,
  line_count: z.number(),
  units: z.number(),
  mixed_products: mixedProducts,
  created_at: moment,
  shipped_at: moment.nullable(),
  delivered_at: moment.nullable(),
  failed_at: moment.nullable(),
})
export type ShipmentSummary = z.output<typeof shipmentSummary>

export const shipment = shipmentSummary.extend({
  shipping_address: z.string().nullable(),
  shipping_cost: z.number().nullable(),
  notes: z.string().nullable(),
  user_reference: z.string(),
  lines: z.array(shipmentLine),
  /** Newest first, the newest `limits.historyRowsShown`. */
  status_changes: z.array(statusChange),
})
export type Shipment = z.output<typeof shipment>

export const listShipments = query({
  name: 'list_shipments',
  summary: 'Lists shipments, newest first. `search` matches order number, customer and tracking number',
  path: '/shipments',
  permission: 'orders.read',
  input: z.strictObject({
    ...pageInput,
    search: text(limits.searchCharacters).optional(),
    status: z.enum(shipmentStatuses).optional(),
    carrier: z.enum(carriers).optional(),
    sales_order_id: id.optional(),
  }),
  output: page(shipmentSummary),
})

export const shipmentCounts = z.object({
  total: z.number(),
  pending: z.number(),
  in_transit: z.number(),
  delivered: z.number(),
  failed: z.number(),
})

export const readShipmentCounts = query({
  name: 'read_shipment_counts',
  summary: 'Returns the number of shipments in each status',
  path: '/shipment-counts',
  permission: 'orders.read',
  input: z.strictObject({}),
  output: shipmentCounts,
})

const shipmentId = z.strictObject({ shipment_id: id })

/** If given, refused with the current record if the shipment changed since. */
const displayedVersion = version.optional()

export const readShipment = query({
  name: 'read_shipment',
  summary: 'Returns one shipment with its lines and history',
  path: '/shipments/:shipment_id',
  permission: 'orders.read',
  input: shipmentId,
  output: shipment,
})

export const printPackingSlip = query({
  name: 'print_packing_slip',
  summary: 'Downloads the packing slip as PDF',
  path: '/shipments/:shipment_id/packing-slip',
  permission: 'orders.read',
  input: shipmentId,
  output: z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() }),
  downloads: ['pdf'],
})

/** The editable fields, in the order in which they are checked. */
const fields = {
  shipping_method: z.enum(shippingMethods, 'Please select a shipping method'),
  carrier: z.enum(carriers, 'Please select a carrier'),
  shipping_address: requiredText('Shipping address is required', limits.textCharacters),
  tracking_number: optionalText(limits.shortTextCharacters),
  estimated_delivery: optionalDay,
  shipping_cost: money('Shipping cost cannot be negative').nullish(),
  notes: optionalText(),
}

const lines = requiredList(
  z.strictObject({
    sales_order_item_id: id,
    quantity: positiveQuantity('Quantity must be greater than 0'),
  }),
  'Enter a quantity for at least one item',
).max(limits.linesPerDocument, `A shipment has at most ${limits.linesPerDocument} lines`)

const shipmentChanges = ['shipments', 'sales-orders', 'stock'] as const

export const createShipment = command({
  name: 'create_shipment',
  summary: 'Creates a shipment of items from an open sales order. The first one moves a pending order to processing',
  method: 'POST',
  path: '/sales-orders/:sales_order_id/shipments',
  permission: 'shipping.write',
  input: z.strictObject({
    id: id.optional(),
    sales_order_id: idOr('Please select a sales order'),
    ...fields,
    lines,
  }),
  output: shipment,
  status: 201,
  changes: shipmentChanges,
})

export const updateShipment = command({
  name: 'update_shipment',
  summary:
    'Updates a shipment’s delivery details and, while it is pending, its items. Shipments created by an order’s status get their address and carrier here. Discarded shipments can’t be updated',
  method: 'PUT',
  path: '/shipments/:shipment_id',
  permission: 'shipping.write',
  input: z.strictObject({
    shipment_id: id,
    version,
    ...fields,
    /** Its future contents; unchanged if omitted. */
    lines: lines.optional(),
  }),
  output: shipment,
  changes: shipmentChanges,
})

export const changeShipmentStatus = command({
  name: 'change_shipment_status',
  summary:
    'Sets a shipment’s status. In transit ships the items; delivered completes the order when nothing is left; failed returns items on their way to stock, available or on hold; pending undoes in transit, and in transit undoes delivered',
  method: 'POST',
  path: '/shipments/:shipment_id/status-changes',
  permission: 'shipping.write',
  input: z.strictObject({
    shipment_id: id,
    version: displayedVersion,
    status: z.enum(shipmentStatuses),
    /** How units of a failed shipment come back. */
    account: z.enum(['available', 'held']).default('available'),
    /** The location; by default the one they left from. */
    location_id: id.nullish(),
    /** The day on which it shipped, arrived or came back, if that was earlier; today otherwise. */
    happened_at: optionalDay,
    notes: optionalText(),
  }),
  output: shipment,
  changes: shipmentChanges,
})

export const discardShipment = command({
  name: 'discard_shipment',
  summary: 'Discards a pending shipment. Its items can be added to another one',
  method: 'DELETE',
  path: '/shipments/:shipment_id',
  permission: 'shipping.write',
  input: z.strictObject({ shipment_id: id, version: displayedVersion }),
  output: z.object({ shipment_id: id }),
  changes: shipmentChanges,
})
