import { trimmed } from '../../../contract/trimmed.ts'
import { columnName, type Cell } from '../sheets/sheets.ts'
import type { HeadingRow } from './headings.ts'

type Values = Record<string, Cell>

/** Completes a row's values, or returns null for a row that is no product. `textOf`: the text of a cell. */
export type ReadVariant = (values: Values, textOf: (column: number) => string) => Values | null

/** `used`: the columns that are no fields of a product, but that the reader uses. */
export type VariantReader = Readonly<{ read: ReadVariant; used: ReadonlySet<number> }>

type Export = Readonly<{
  group?: string
  name: string
  options: readonly string[]
  withoutOptions: string
  /** The variant's own picture: the other pictures are those of the product, one in each row. */
  picture?: string
}>

const shopify = {
  name: 'title',
  options: ['option1_value', 'option2_value', 'option3_value'],
  withoutOptions: 'Default Title',
} as const

/** The columns of exports that list variants in rows of their own: Shopify's products, Square's item library. */
const exports: readonly Export[] = [
  { ...shopify, group: 'handle', picture: 'variant_image' },
  { ...shopify, group: 'url_handle', picture: 'variant_image_url' },
  { name: 'item_name', options: ['variation_name'], withoutOptions: 'Regular' },
]

/** What only the first row of a group has. */
const shared = ['name', 'description', 'category_name', 'supplier_name', 'image']

/**
 * Reads the variants of an export by its headings: each is a product called `T-shirt - Red / M`, and has what only the
 * first row of its group says. Rows with nothing but another picture are left out. Null for other tables.
 */
export function variantReader(head: readonly string[], fields: HeadingRow['fields']): VariantReader | null {
  const at = (name: string) => head.findIndex((heading) => columnName(heading) === name)
  const found = exports.find(
    ({ name, options, group = name }) =>
      fields.get(at(name)) === 'name' && [group, ...options.slice(0, 1)].every((column) => at(column) >= 0),
  )
  if (!found) return null
  const group = found.group === undefined ? -1 : at(found.group)
  const options = found.options.map(at).filter((column) => column >= 0)
  const picture = found.picture === undefined ? -1 : at(found.picture)
  let first: { key: string; values: Values } = { key: '', values: {} }
  const read: ReadVariant = (values, textOf) => {
    const key = group < 0 ? '' : trimmed(textOf(group))
    const isFurther = key !== '' && key === first.key && values['name'] === undefined
    if (isFurther && values['sku'] === undefined && values['price'] === undefined) return null
    if (!isFurther) first = { key, values: Object.fromEntries(Object.entries(values).filter(isShared)) }
    const own = { ...first.values, ...values, ...plainBarcode(values['barcode']) }
    if (found.picture !== undefined) {
      const image = (picture >= 0 && trimmed(textOf(picture))) || first.values['image']
      if (image === undefined) delete own['image']
      else own['image'] = image
    }
    const chosen = options
      .map((column) => trimmed(textOf(column)))
      .filter((text) => text !== '' && text !== found.withoutOptions)
    const { name } = own
    const isText = typeof name === 'string' || typeof name === 'number'
    return chosen.length > 0 && isText ? { ...own, name: `${name} - ${chosen.join(' / ')}` } : own
  }
  return { read, used: new Set([group, picture, ...options]) }
}

/** The headings that are reported as not imported. */
export function notRead({ columns, unknownColumns }: HeadingRow, variants: VariantReader | null): string[] {
  const used = new Set(Array.from(variants?.used ?? [], (column) => columns.get(column)?.heading))
  return unknownColumns.filter((heading) => !used.has(heading))
}

/** Shopify writes an apostrophe before a barcode, so that spreadsheets don't shorten it. */
function plainBarcode(barcode: Cell | undefined): Values {
  return typeof barcode === 'string' && barcode.startsWith("'") ? { barcode: barcode.slice(1) } : {}
}

const isShared = ([name]: [string, unknown]) => shared.includes(name)
