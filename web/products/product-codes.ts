import { productCodes, type Product, type ProductCode } from '../../contract/products.ts'

/** How the form asks for each code of a product. */
const asked: Readonly<Record<ProductCode, { required?: true; description: string }>> = {
  sku: { required: true, description: 'Stock Keeping Unit - must be unique for your products' },
  barcode: { description: 'The code on the packaging that scanners read' },
}

/** The codes of a product in the order of its form and its page. */
export const codeFields = (Object.keys(productCodes) as ProductCode[]).map((code) => ({
  code,
  label: productCodes[code].label,
  ...asked[code],
}))

/** What the form holds of them: '' for none. */
export type CodeValues = Record<ProductCode, string>

export const blankCodes = codesOf({})

export function codesOf(product: Partial<Pick<Product, ProductCode>>): CodeValues {
  return Object.fromEntries(codeFields.map(({ code }) => [code, product[code] ?? ''])) as CodeValues
}
