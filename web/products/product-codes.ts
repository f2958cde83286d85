import { productCodes, type ProductCode } from '../../contract/product-codes.ts'
import type { Product } from '../../contract/products.ts'

/** The field of each code in the product form. */
const asked: Readonly<Record<ProductCode, { required?: true; description: string }>> = {
  sku: { required: true, description: 'Stock Keeping Unit - must be unique for your products' },
  barcode: { description: 'The code on the packaging that scanners read' },
}

/** The codes of a product in the order of the form and the page. */
export const codeFields = (Object.keys(productCodes) as ProductCode[]).map((code) => ({
  code,
  label: productCodes[code].label,
  ...asked[code],
}))

/** The form's values for them: '' for none. */
export type CodeValues = Record<ProductCode, string>

export const blankCodes = codesOf({})

export function codesOf(product: Partial<Pick<Product, ProductCode>>): CodeValues {
  return Object.fromEntries(codeFields.map(({ code }) => [code, product[code] ?? ''])) as CodeValues
}
