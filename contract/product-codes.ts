import type { ErrorCode } from './errors.ts'

/** The refusal of another product's SKU, ignoring case. */
export const skuTaken = 'This SKU already exists. Please use a unique SKU.'

/**
 * The codes a product is known by, as people call them. No two products of an organization share one: the unique index
 * of each is called `products_<code>_key`, and `taken` and `sentence` are what a second product is refused with;
 * `archived` is the sentence if the first one is archived.
 */
export const productCodes = {
  sku: {
    label: 'SKU',
    taken: 'sku_taken',
    sentence: skuTaken,
    archived: 'An archived product has this SKU. Restore it or use another SKU.',
  },
  barcode: {
    label: 'Barcode',
    taken: 'barcode_taken',
    sentence: 'Another product has this barcode. Please use a unique barcode.',
    archived: 'An archived product has this barcode. Restore it or use another barcode.',
  },
} as const satisfies Record<string, { label: string; taken: ErrorCode; sentence: string; archived: string }>
export type ProductCode = keyof typeof productCodes
