import { hash } from 'node:crypto'
import { isAscii } from '../../platform/ascii.ts'
import { isUnreadable } from '../sheets/cells.ts'
import { categoryFields } from '../sheets/categories.ts'
import { readCells, type Fields, type ValuesOf } from '../sheets/field.ts'
import { locationFields } from '../sheets/locations.ts'
import type { Problems } from '../sheets/problems.ts'
import { productFields } from '../sheets/products.ts'
import type { SheetRow, SheetRows } from '../sheets/sheets.ts'
import { supplierFields } from '../sheets/suppliers.ts'
import { transactionColumns } from '../sheets/transactions.ts'

/** What every row of every sheet has: its position, its key (ignoring case), and whether it has a problem. */
type Row = { row: SheetRow; key: string; broken: boolean }

type NamedRow<T extends Fields> = Row & ValuesOf<T> & { name: string }

/** The stock at one location; null if it can't be read. `row` has its cell, for problems. */
export type LocatedStock = Readonly<{ location: string; quantity: number | null; row: SheetRow }>

export type ProductRow = NamedRow<typeof productFields> & {
  sku: string
  /** The stock at several locations, instead of one location and stock. */
  located: readonly LocatedStock[]
}
export type CategoryRow = NamedRow<typeof categoryFields>
export type SupplierRow = NamedRow<typeof supplierFields>
export type LocationRow = NamedRow<typeof locationFields>

export type TransactionRow = Row & {
  sku: string
  type: 'in' | 'out' | 'adjustment'
  /** More than zero; signed and not zero for an adjustment. */
  quantity: number
  notes: string | null
  pending: boolean
  /**
   * Identifies the row by its sheet, its number and its values. Null if its effect on stock is unknown: its type,
   * quantity or status couldn't be read.
   */
  fingerprint: Buffer | null
}

/**
 * How SKUs and names are compared: ignoring case, like PostgreSQL's `lower` (each character separately, to one
 * character: İ becomes i, and a Σ at the end of a word is a σ like any other).
 */
export function keyOf(name: string): string {
  if (isAscii(name)) return name.toLowerCase()
  return Array.from(name, (character) => Array.from(character.toLowerCase())[0]).join('')
}

/** A key with one space where it has several, as a spreadsheet or a web page may show it. */
export function spacedOnce(key: string): string {
  return key.replaceAll(/\s+/g, ' ')
}

/** A key in the form of the `name_sort` columns. */
export function sortKey(key: string): string {
  return Array.from(key).slice(0, 200).join('')
}

/** The keys of the suppliers that products name, each once. */
export function supplierKeys(products: readonly ProductRow[]): string[] {
  return [...new Set(products.flatMap(({ supplier_name }) => (supplier_name === null ? [] : [keyOf(supplier_name)])))]
}

/** A row with a readable SKU; with an empty name if that can't be read. `locations` are those of its sheet. */
export function readProduct(
  row: SheetRow,
  problems: Problems,
  locations: NonNullable<SheetRows['locations']> = [],
): ProductRow | undefined {
  const values = readCells(productFields, row, problems)
  const located = (row.stock ?? []).flatMap((stock) => readLocated(row, stock, locations, problems) ?? [])
  const { name, sku } = values
  return sku === null ? undefined : { row, broken: false, key: keyOf(sku), ...values, name: name ?? '', sku, located }
}

/** The stock at one of several locations; undefined for a blank cell. */
function readLocated(
  { row, values: { sku } }: SheetRow,
  [index, cell, name]: NonNullable<SheetRow['stock']>[number],
  locations: NonNullable<SheetRows['locations']>,
  problems: Problems,
): LocatedStock | undefined {
  const { name: location, letter } = locations[index] ?? { name: '', letter: '' }
  const address = name ?? `${letter}${row}`
  const own: SheetRow = {
    row: Number(/\d+$/.exec(address)?.[0]),
    values: { ...(sku !== undefined && { sku }), stock_quantity: cell },
    cells: { stock_quantity: address },
  }
  const quantity = productFields.stock_quantity.read(problems, own, 'stock_quantity') ?? null
  if (quantity === null && !isUnreadable(own, 'stock_quantity', quantity)) return undefined
  return { location, quantity, row: own }
}

export function readCategory(row: SheetRow, problems: Problems): CategoryRow | undefined {
  return named(row, readCells(categoryFields, row, problems))
}

export function readSupplier(row: SheetRow, problems: Problems): SupplierRow | undefined {
  return named(row, readCells(supplierFields, row, problems))
}

export function readLocation(row: SheetRow, problems: Problems): LocationRow | undefined {
  return named(row, readCells(locationFields, row, problems))
}

/** A row with a readable name. */
function named<T extends { name: string | null }>(row: SheetRow, values: T): (Row & T & { name: string }) | undefined {
  const { name } = values
  return name === null ? undefined : { row, broken: false, key: keyOf(name), ...values, name }
}

/** A row with a readable SKU; with the type `in` and the quantity 0 if these can't be read. */
export function readTransaction(row: SheetRow, problems: Problems): TransactionRow | undefined {
  const { product_id: sku, type, quantity, notes, status } = readCells(transactionColumns, row, problems)
  if (sku === null) return undefined
  const read = {
    row,
    broken: false,
    key: keyOf(sku),
    sku,
    type: type ?? 'in',
    quantity: quantity ?? 0,
    notes,
    pending: status === 'pending',
  }
  const isReadable = type !== null && quantity !== null && !isUnreadable(row, 'status', status)
  return { ...read, fingerprint: isReadable ? fingerprint(read) : null }
}

function fingerprint({ row, key, type, quantity, notes, pending }: Omit<TransactionRow, 'fingerprint'>): Buffer {
  return hash('sha256', JSON.stringify(['Transactions', row.row, key, type, quantity, notes, pending]), 'buffer')
}
