import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { lotNumberMissing } from './entry-rules.ts'
import { isFileAddress } from './file-addresses.ts'
import { id, idOr, mixedProducts, moment, optionalDay, optionalText, positiveQuantity, requiredList } from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { purchaseOrder } from './purchase-orders.ts'

/** The condition on arrival. Damaged units are put on hold; good and partial ones are available. */
export const conditions = ['good', 'damaged', 'partial'] as const
export type Condition = (typeof conditions)[number]

export const conditionLabels: Record<Condition, string> = { good: 'Good', damaged: 'Damaged', partial: 'Partial' }

export const receiptLine = z.object({
  line_no: z.number(),
  /** Null if the order's line was removed after the receipt was undone. */
  purchase_order_item_id: id.nullable(),
  product_id: id,
  product_name: z.string(),
  product_sku: z.string(),
  quantity_decimals: z.number(),
  location_id: id,
  location_name: z.string(),
  lot_number: z.string().nullable(),
  expires_on: z.string().nullable(),
  quantity: z.number(),
  unit_cost: z.number(),
  condition: z.enum(conditions),
  is_over_delivery: z.boolean(),
  notes: z.string().nullable(),
  /** Addresses of files (`upload_file`, folder `receiving-images`). */
  photos: z.array(z.string()),
})
export type ReceiptLine = z.output<typeof receiptLine>

const summary = z.object({
  /** Also the id of the receipt's posting. */
  id,
  receipt_no: z.number(),
  purchase_order_id: id,
  order_number: z.string(),
  supplier_name: z.string(),
  /** When it arrived, as entered; its audit trail says when it was recorded. */
  received_at: moment,
  user_reference: z.string(),
  line_count: z.number(),
  units: z.number(),
  mixed_products: mixedProducts,
  is_undone: z.boolean(),
})
export type ReceiptSummary = z.output<typeof summary>

export const receipt = summary.extend({
  /**
   * Whether it received units for locations the caller isn't limited to: then only their lines are shown, and it can't
   * be undone.
   */
  concerns_other_locations: z.boolean(),
  supplier_id: id,
  notes: z.string().nullable(),
  undone_by: z.string().nullable(),
  undone_at: moment.nullable(),
  lines: z.array(receiptLine),
})
export type Receipt = z.output<typeof receipt>

export const listReceipts = query({
  name: 'list_receipts',
  summary: 'Lists receipts, newest first',
  path: '/receipts',
  permission: 'orders.read',
  input: z.strictObject({ ...pageInput, purchase_order_id: id.optional() }),
  output: page(summary),
})

const receiptId = z.strictObject({ id })

export const readReceipt = query({
  name: 'read_receipt',
  summary: 'Returns one receipt with its lines',
  path: '/receipts/:id',
  permission: 'orders.read',
  input: receiptId,
  output: receipt,
})

export const printReceipt = query({
  name: 'print_receipt',
  summary: 'Downloads a receipt as PDF',
  path: '/receipts/:id/document',
  permission: 'orders.read',
  input: receiptId,
  output: z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() }),
  downloads: ['pdf'],
})

/** One part of a line: several may receive one line of the order, into different lots, locations or conditions. */
const newLine = z
  .strictObject({
    purchase_order_item_id: id,
    quantity: positiveQuantity('Quantity must be greater than 0'),
    location_id: idOr('Location is required'),
    condition: z.enum(conditions).default('good'),
    /** The lot or serial number; created if it is new. */
    lot_number: optionalText(limits.skuCharacters),
    /** The lot's, so only with its number; for an existing lot, its expiry or none. */
    expires_on: optionalDay,
    notes: optionalText(),
    /** Intentionally beyond the ordered quantity. Only if everything that remained is received, too. */
    is_over_delivery: z.boolean().default(false),
    photos: z
      .array(
        z
          .string()
          .refine(
            (text) => isFileAddress(text) && text.includes('/receiving-images/'),
            'This isn’t a photo of received items',
          ),
      )
      .max(limits.photosPerLine, `At most ${limits.photosPerLine} photos per line`)
      .default([]),
  })
  .refine((line) => !line.expires_on || line.lot_number, {
    path: ['expires_on'],
    error: lotNumberMissing,
    // Even if another field is wrong: a form shows all problems at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

export const createReceipt = command({
  name: 'create_receipt',
  summary:
    'Receives units of a purchase order, all lines or none. Damaged units are put on hold. A product without a known cost gets the price paid',
  method: 'POST',
  path: '/purchase-orders/:purchase_order_id/receipts',
  permission: 'receiving.write',
  input: z.strictObject({
    id: id.optional(),
    purchase_order_id: id,
    /**
     * The organization's day on which it arrived, not in the future and not before the books were closed. Today, or
     * omitted, means now.
     */
    happened_at: optionalDay,
    notes: optionalText(),
    lines: requiredList(newLine, 'Enter a quantity for at least one item').max(
      limits.linesPerDocument,
      `A receipt has at most ${limits.linesPerDocument} lines`,
    ),
  }),
  output: z.object({ receipt, order: purchaseOrder }),
  status: 201,
  changes: ['stock', 'purchase-orders', 'receipts', 'products'],
})

export const reverseReceipt = command({
  name: 'reverse_receipt',
  summary: 'Undoes a receipt, once. Its units are incoming again, or go back to the supplier if the order is cancelled',
  method: 'POST',
  path: '/receipts/:id/reversal',
  permission: 'receiving.write',
  input: receiptId,
  output: receipt,
  changes: ['stock', 'purchase-orders', 'receipts'],
})
