import { z } from 'zod'
import { query } from './endpoint.ts'
import { flag, id, requiredList } from './fields.ts'
import { isOnSheet, labelCopies, labelInput, labelsAnswer, notOnSheet } from './labels.ts'
import { limits } from './limits.ts'
import { productFilters } from './product-filters.ts'
import { formatQuantity } from './quantity.ts'

const priceInput = {
  /** Whether the selling price is printed. */
  with_price: flag.default(false),
}

const copiesInput = {
  ...labelInput,
  ...priceInput,
  /** Labels of each product. */
  copies: labelCopies.default(1),
}

export const printProductLabels = query({
  name: 'print_product_labels',
  summary:
    'Downloads labels of one product, or of the products that a list would show, as PDF: name, SKU, and the barcode, or the SKU as a barcode',
  path: '/products/labels',
  permission: 'catalogue.read',
  input: z
    .strictObject({
      ...copiesInput,
      /** Filters are ignored with it. */
      product_id: id.optional(),
      ...productFilters,
    })
    .refine(isOnSheet, notOnSheet),
  output: labelsAnswer,
  downloads: ['pdf'],
})

export const printSelectedLabels = query({
  name: 'print_selected_labels',
  summary: 'Downloads labels of several products as PDF, in the order of the request',
  method: 'POST',
  path: '/products/labels',
  permission: 'catalogue.read',
  input: z
    .strictObject({
      ...copiesInput,
      /** At most 1,000. */
      product_ids: requiredList(id, 'Choose at least one product').max(
        limits.productsLabeledAtOnce,
        `Labels of at most ${formatQuantity(limits.productsLabeledAtOnce)} selected products can be printed at once`,
      ),
    })
    .refine(isOnSheet, notOnSheet),
  output: labelsAnswer,
  downloads: ['pdf'],
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
  downloads: ['pdf'],
})
