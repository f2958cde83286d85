import { utils } from '@e965/xlsx'
import type { ImportSheet } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Recognized } from '../sheets/layouts.ts'
import { columnName, type Cell, type SheetRow, type SheetRows } from '../sheets/sheets.ts'
import { tooManyRows } from './count-while-unpacking.ts'
import { exportOf, type Several } from '../sheets/exports.ts'
import { type HeadingRow, readHeadings } from './headings.ts'
import { leftRows } from './left-rows.ts'
import { locatedColumns, markUsed } from './located-columns.ts'
import { isNotStocked, quantityCounter, rowJoiner } from './located-stock.ts'
import { madeSkus } from './made-skus.ts'
import { type ProductNotices, productNotices } from './product-notices.ts'
import { textIn, tidy } from './tidy-values.ts'
import { variantReader } from './variants.ts'

/** A row, and the cells of its columns that aren't blank. */
type RawRow = Pick<SheetRow, 'row' | 'values' | 'tooWide'> & Readonly<{ cellOf: (column: number) => Cell | undefined }>

/** How the rows of a table are read. */
export type Table = Readonly<{
  headed: HeadingRow
  /** The columns whose cells are read. */
  columns: readonly number[]
  /** The row as it is imported; null if it is no record, or was joined to an earlier row. */
  read: (row: RawRow) => SheetRow | null
  /** What its rows were found to have, once they are read. */
  found: () => Pick<SheetRows, 'locations' | 'notices'>
}>

/** In any list of products, the first filled one of these columns is the barcode. */
const barcodes: Several = {
  barcode: ['barcode', 'bar_code', 'variant_barcode', 'gtin', 'ean', 'ean_13', 'upc', 'upc_a', 'isbn'],
}

/** Reads the headings of a table; null if there are none. Refuses as `readHeadings` does. */
export function tableOf(
  what: string,
  sheet: ImportSheet,
  head: readonly string[],
  recognized: Recognized,
): Table | null {
  if (sheet === 'Products') return productTable(what, head, recognized)
  const headed = readHeadings(what, head, recognized)
  if (!headed) return null
  const columns = [...headed.fields.keys()]
  return { headed, columns, read: ({ cellOf: _, ...row }) => row, found: () => ({}) }
}

/**
 * A table of products, also one that another program has exported: variants, stock at several locations, several
 * columns for one field, descriptions in HTML, and rows that aren't products.
 */
function productTable(what: string, head: readonly string[], recognized: Recognized): Table | null {
  const known = exportOf(head)
  const headed = readHeadings(what, head, recognized, { ...barcodes, ...known?.fields })
  if (!headed) return null
  const located = locatedColumns({ what, head, headed, known, isChosen: recognized.isChosen })
  const variants = variantReader(head, headed.fields, known?.variants)
  const left = leftRows(head, known)
  for (const column of variants?.used ?? []) markUsed(headed, column, 'Variants')
  if (left) markUsed(headed, left.column, 'Which rows are products')
  const locations = located.map(({ name, column }) => ({ name, letter: utils.encode_col(column) }))
  const countQuantity = quantityCounter(what)
  const seen = productNotices(headed, known)
  const columnOf = new Map([...headed.fields].map(([column, field]) => [field, column]))
  const names: string[] = []
  const isJoined = ['sku', 'location', 'stock_quantity'].every((name) => headed.letters[name] !== undefined)
  const join =
    isJoined && located.length === 0
      ? rowJoiner(names, headed.letters['stock_quantity'] ?? '', countQuantity)
      : (row: SheetRow) => row
  const skus = madeSkus()
  const read = ({ row, values: own, tooWide, cellOf }: RawRow): SheetRow | null => {
    const textOf = (column: number) => textIn(cellOf(column))
    if (left?.isLeft(textOf)) return null
    const { values, cells, from } = filledIn(headed, { row, values: own, cellOf }, seen)
    tidy(values, { known, seen, nameOf: (field) => nameOf(headed, from[field] ?? columnOf.get(field)) })
    const found = variants ? variants.read(values, textOf) : { values, variant: '' }
    if (variants && variants.parents() > limits.importRowsPerSheet) tooManyRows(what)
    if (!found) return null
    const stock = located.flatMap(({ column }, index): NonNullable<SheetRow['stock']> => {
      const cell = cellOf(column)
      if (cell === undefined || isNotStocked(cell)) return []
      countQuantity()
      return [[index, cell]]
    })
    const parts = {
      ...(tooWide && { tooWide }),
      ...(Object.keys(cells).length > 0 && { cells }),
      ...(stock.length > 0 && { stock }),
    }
    const product = join({ row, values: found.values, ...parts }, found.variant)
    if (!product || product.values['sku'] === undefined) return product
    const isMade = values['sku'] === undefined
    if (variants) skus.add(product.values, found.variant, isMade)
    if (own['sku'] === undefined) seen.otherSku(product.values, !isMade)
    return product
  }
  const found = () => {
    skus.distinguish()
    const letter = headed.letters['stock_quantity'] ?? ''
    const all = located.length > 0 ? locations : names.map((name) => ({ name, letter }))
    const notices = [...seen.notices(all.map(({ name }) => name)), ...(left?.notices() ?? [])]
    return { ...(all.length > 0 && { locations: all }), ...(notices.length > 0 && { notices }) }
  }
  const alternatives = [...headed.alternatives.values()].flat()
  return {
    headed,
    columns: [...headed.fields.keys(), ...alternatives, ...located.map(({ column }) => column)],
    read,
    found,
  }
}

/** Fills blank fields from other columns. `cells` and `from`: the cells and the columns of these values. */
function filledIn({ alternatives }: HeadingRow, { row, values, cellOf }: RawRow, seen: ProductNotices) {
  const filled = { ...values }
  const cells: Record<string, string> = {}
  const from: Record<string, number> = {}
  for (const [field, columns] of alternatives) {
    const column = columns.find((other) => cellOf(other) !== undefined)
    const cell = column === undefined ? undefined : cellOf(column)
    if (column === undefined || cell === undefined) continue
    seen.alternative(field)
    if (filled[field] !== undefined) continue
    filled[field] = cell
    cells[field] = `${utils.encode_col(column)}${row}`
    from[field] = column
  }
  return { values: filled, cells, from }
}

const nameOf = ({ columns }: HeadingRow, column = -1) => columnName(columns.get(column)?.heading ?? '')
