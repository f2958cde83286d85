import { trimmed } from '../../../contract/trimmed.ts'
import { columnName, type Cell } from '../sheets/sheets.ts'
import type { Variants } from '../sheets/exports.ts'
import type { HeadingRow } from './headings.ts'

type Values = Record<string, Cell>

/**
 * Completes a row's values, or returns null for a row that is no product. `variant`: its group and options, which rows
 * of the same product have in common. `textOf`: the text of a cell.
 */
export type ReadVariant = (
  values: Values,
  textOf: (column: number) => string,
) => Readonly<{ values: Values; variant: string }> | null

/**
 * `used`: the columns that are no fields of a product, but that the reader uses. `parents`: how many rows are products
 * whose variants have rows of their own.
 */
export type VariantReader = Readonly<{ read: ReadVariant; used: ReadonlySet<number>; parents: () => number }>

/** What only the first row of a group has, or the product's own row. */
const shared = ['name', 'description', 'category_name', 'supplier_name', 'image']

/**
 * Reads the variants of an export: each is a product called `T-shirt - Red / M`, and has what only the first row of its
 * group says, or its product's own row. Rows with nothing but another picture are left out. Null if these columns have
 * been chosen to be something else.
 */
export function variantReader(
  head: readonly string[],
  fields: HeadingRow['fields'],
  variants: Variants | undefined,
): VariantReader | null {
  const at = (name: string | undefined) =>
    name === undefined ? -1 : head.findIndex((heading) => columnName(heading) === name)
  if (!variants || fields.get(at(variants.name)) !== 'name') return null
  const { picture, parent, makesSku = false, withoutOptions } = variants
  const options = variants.options.map(at).filter((column) => column >= 0 && !fields.has(column))
  const [group, pictures] = [at(variants.group), at(picture)]
  const parentOf = parentReader(parent && { type: at(parent.type), parent: at(parent.parent), id: at(parent.id) })
  let first: { key: string; values: Values } = { key: '', values: {} }
  const read: ReadVariant = (values, textOf) => {
    const key = group < 0 ? '' : trimmed(textOf(group))
    const isFurther = key !== '' && key === first.key && values['name'] === undefined
    if (isFurther && values['sku'] === undefined && values['price'] === undefined) return null
    if (!isFurther) first = { key, values: sharedOf(values) }
    const product = parentOf.read(values, textOf)
    if (product === null) return null
    const own = { ...first.values, ...product, ...values, ...plainBarcode(values['barcode']) }
    if (product['name'] !== undefined) own['name'] = product['name']
    if (picture !== undefined) {
      const image = (pictures >= 0 && trimmed(textOf(pictures))) || first.values['image']
      if (image === undefined) delete own['image']
      else own['image'] = image
    }
    const isVariant = parent === undefined || product['name'] !== undefined
    const chosen = isVariant
      ? options.map((column) => trimmed(textOf(column))).filter((text) => text !== '' && text !== withoutOptions)
      : []
    if (makesSku && own['sku'] === undefined && key !== '') own['sku'] = skuOf([key, ...chosen])
    const { name } = own
    const isText = typeof name === 'string' || typeof name === 'number'
    const named = chosen.length > 0 && isText ? { ...own, name: `${name} - ${chosen.join(' / ')}` } : own
    return { values: named, variant: JSON.stringify([key, ...chosen]) }
  }
  return { read, used: new Set([group, pictures, ...options, ...parentOf.used]), parents: parentOf.count }
}

type ParentColumns = Readonly<{ type: number; parent: number; id: number }>

/**
 * Reads the rows of products that only group their variants, which name them by SKU or id. Returns null for such a row,
 * what a variant has from its product, and nothing for others.
 */
function parentReader(columns: ParentColumns | undefined) {
  const products = new Map<string, Values>()
  let count = 0
  const read = (values: Values, textOf: (column: number) => string): Values | null => {
    if (!columns) return {}
    const type = textOf(columns.type)
    if (/\bvariable\b/i.test(type)) {
      count += 1
      const common = sharedOf(values)
      if (values['sku'] !== undefined) products.set(String(values['sku']).toLowerCase(), common)
      products.set(`id:${trimmed(textOf(columns.id))}`, common)
      return null
    }
    return /\bvariation\b/i.test(type) ? (products.get(trimmed(textOf(columns.parent)).toLowerCase()) ?? {}) : {}
  }
  return { read, count: () => count, used: columns ? [columns.type, columns.parent] : [] }
}

const sharedOf = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => shared.includes(name)))

/** `t-shirt-red-m`: the same in each export of the program. */
const skuOf = (parts: readonly string[]) =>
  parts
    .map((part) =>
      part
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
        .replaceAll(/^-|-$/g, ''),
    )
    .filter((part) => part !== '')
    .join('-')

/** Shopify writes an apostrophe before a barcode, so that spreadsheets don't shorten it. */
function plainBarcode(barcode: Cell | undefined): Values {
  return typeof barcode === 'string' && barcode.startsWith("'") ? { barcode: barcode.slice(1) } : {}
}
