import { trimmed } from '../../../contract/trimmed.ts'
import { columnName, type Cell } from '../sheets/sheets.ts'
import type { HeadingRow } from './headings.ts'

type Values = Record<string, Cell>

/** Completes a row's values, or returns null for a row that is no product. `textOf`: the text of a cell. */
export type ReadVariant = (values: Values, textOf: (column: number) => string) => Values | null

type Export = Readonly<{ group?: string; name: string; options: readonly string[]; withoutOptions: string }>

/** The columns of exports that list variants in rows of their own: Shopify's products, Square's item library. */
const exports: readonly Export[] = [
  {
    group: 'handle',
    name: 'title',
    options: ['option1_value', 'option2_value', 'option3_value'],
    withoutOptions: 'Default Title',
  },
  { name: 'item_name', options: ['variation_name'], withoutOptions: 'Regular' },
]

/** What only the first row of a group has. */
const shared = ['name', 'description', 'category_name', 'supplier_name']

/**
 * Reads the variants of an export by its headings: each is a product called `T-shirt - Red / M`, and has what only the
 * first row of its group says. Rows with nothing but another picture are left out. Null for other tables.
 */
export function variantReader(head: readonly string[], fields: HeadingRow['fields']): ReadVariant | null {
  const at = (name: string) => head.findIndex((heading) => columnName(heading) === name)
  const found = exports.find(
    ({ name, options, group = name }) =>
      fields.get(at(name)) === 'name' && [group, ...options.slice(0, 1)].every((column) => at(column) >= 0),
  )
  if (!found) return null
  const group = found.group === undefined ? -1 : at(found.group)
  const options = found.options.map(at).filter((column) => column >= 0)
  let first: { key: string; values: Values } = { key: '', values: {} }
  return (values, textOf) => {
    const key = group < 0 ? '' : trimmed(textOf(group))
    const isFurther = key !== '' && key === first.key && values['name'] === undefined
    if (isFurther && values['sku'] === undefined && values['price'] === undefined) return null
    if (!isFurther) first = { key, values: Object.fromEntries(Object.entries(values).filter(isShared)) }
    const own = { ...first.values, ...values, ...plainBarcode(values['barcode']) }
    const chosen = options
      .map((column) => trimmed(textOf(column)))
      .filter((text) => text !== '' && text !== found.withoutOptions)
    const { name } = own
    if (chosen.length === 0 || typeof name !== 'string') return own
    return { ...own, name: `${name} - ${chosen.join(' / ')}` }
  }
}

/** Shopify writes an apostrophe before a barcode, so that spreadsheets don't shorten it. */
function plainBarcode(barcode: Cell | undefined): Values {
  return typeof barcode === 'string' && barcode.startsWith("'") ? { barcode: barcode.slice(1) } : {}
}

const isShared = ([name]: [string, unknown]) => shared.includes(name)
