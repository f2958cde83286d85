import { z } from 'zod'
import { query } from './endpoint.ts'
import { flag, id, storableText } from './fields.ts'
import { isOnSheet, labelCopies, labelInput, labelsAnswer, notOnSheet } from './labels.ts'
import { limits } from './limits.ts'
import { productFilters } from './product-filters.ts'
import { formatQuantity } from './quantity.ts'
import { trimmed } from './trimmed.ts'

const priceInput = {
  /** Whether the selling price is printed. */
  with_price: flag.default(false),
}

const tooManyIds = `Labels of at most ${formatQuantity(limits.productsLabeledById)} selected products can be printed at once. For more, filter the list and print the labels of all products that it shows.`

const notIds = 'Enter product IDs, separated by commas'
const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

export const printProductLabels = query({
  name: 'print_product_labels',
  summary:
    'Downloads labels of one product, or of the products that a list would show, as PDF: name, SKU, and the barcode, or the SKU as a barcode',
  path: '/products/labels',
  permission: 'catalogue.read',
  input: z
    .strictObject({
      ...labelInput,
      ...priceInput,
      /** Labels of each product. */
      copies: labelCopies.default(1),
      product_id: id.optional(),
      /** Several products, in this order: their ids, separated by commas. Filters are ignored, as with `product_id`. */
      product_ids: storableText(limits.productsLabeledById * 40, { wrong: tooManyIds })
        .optional()
        .transform((text) => text?.split(',').map((one) => trimmed(one)))
        .refine((ids) => (ids?.length ?? 0) <= limits.productsLabeledById, { message: tooManyIds, abort: true })
        .refine((ids) => ids?.every(isUuid) ?? true, { message: notIds, abort: true })
        .pipe(z.array(id).optional()),
      ...productFilters,
    })
    .refine(isOnSheet, notOnSheet),
  output: labelsAnswer,
  answers: 'file',
})

export const printReceiptLabels = query({
  name: 'print_receipt_labels',
  summary: 'Downloads labels of the units of a receipt as PDF, with their lots',
  path: '/receipts/:id/labels',
  permission: 'orders.read',
  input: z
    .strictObject({
      ...labelInput,
      ...priceInput,
      id,
      /** A label for each unit, or for each product and lot. Products with decimals get one for each of these. */
      per: z.enum(['unit', 'line']).default('unit'),
    })
    .refine(isOnSheet, notOnSheet),
  output: labelsAnswer,
  answers: 'file',
})
