import { trimmed } from '../../../contract/trimmed.ts'
import type { Cell } from '../sheets/sheets.ts'
import type { ProductExport } from '../sheets/exports.ts'
import { textOfHtml } from './html-text.ts'
import { isNotStocked } from './located-stock.ts'
import type { ProductNotices } from './product-notices.ts'

type Origin = Readonly<{
  known: ProductExport | undefined
  seen: ProductNotices
  /** The name of the column that a field's value is from. */
  nameOf: (field: string) => string
}>

/** Writes a row's values as we write them: text without HTML, one category, one picture, no price instead of a word. */
export function tidy(values: Record<string, Cell>, { known, seen, nameOf }: Origin): void {
  const { description, category_name: category, image, price, stock_quantity: stock } = values
  // In our own files, a description may be about HTML.
  if (typeof description === 'string' && (known?.html === true || nameOf('description') !== 'description')) {
    const html = known?.escapedBreaks ? withBreaks(description) : description
    const text = textOfHtml(html)
    if (text !== html) seen.html()
    replace(values, 'description', text)
  }
  if (typeof category === 'string' && known?.categoryPaths)
    replace(values, 'category_name', lastOfPath(category, nameOf('category_name') === 'categories'))
  if (typeof image === 'string' && /^https?:/i.test(image)) replace(values, 'image', firstAddress(image))
  if (isWord(price, 'variable')) {
    delete values['price']
    seen.variablePrice()
  }
  if (isNotStocked(stock)) delete values['stock_quantity']
  if (known?.variants?.parent && isWord(stock, 'parent')) {
    delete values['stock_quantity']
    seen.sharedStock()
  }
}

/** The text that WooCommerce's export escapes: a line break is `\n`, and a backslash followed by an n is `\\n`. */
const withBreaks = (escaped: string) =>
  trimmed(escaped.replaceAll(/\\(\\?)n/g, (_, slash: string) => (slash ? '\\n' : '\n')))

function replace(values: Record<string, Cell>, name: string, text: string): void {
  if (text === '') delete values[name]
  else values[name] = text
}

const isWord = (cell: Cell | undefined, word: string) =>
  typeof cell === 'string' && trimmed(cell).toLowerCase() === word

/** `Shirts` of `Clothing > Shirts, Sale`: in a list, WooCommerce writes a comma as `\,`. */
function lastOfPath(path: string, isList: boolean): string {
  const [first = ''] = isList ? path.split(/(?<!\\),/) : [path]
  return trimmed((first.split(' > ').at(-1) ?? '').replaceAll('\\,', ','))
}

const firstAddress = (list: string) => trimmed(list.split(/,\s*(?=https?:)/i)[0] ?? '')

/** A cell as text; empty for errors and formulas without a value. */
export function textIn(cell: Cell | undefined): string {
  if (typeof cell === 'object') return 'date' in cell ? cell.date : ''
  return cell === undefined ? '' : String(cell)
}
