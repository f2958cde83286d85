import { hexColor } from '../../contract/categories.ts'
import type { ImportProblem, ImportSheet } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import { addressIn, numberIn, textIn } from './cells.ts'
import { problemsOf, type Problems } from './problems.ts'
import { sheetColumns, sheetKeys, type SheetRow, type SheetRows, type Sheets } from './sheets.ts'

export type ProductRow = {
  row: SheetRow
  /** The SKU without regard to case: what products are told apart by. */
  key: string
  name: string
  sku: string
  description: string | null
  category_name: string | null
  price: number
  cost_price: number
  stock_quantity: number
  min_stock_level: number
  image: string | null
  location: string | null
  quantity_decimals: number
}

export type CategoryRow = { row: SheetRow; name: string; description: string | null; color: string | null }

export type TransactionRow = {
  row: SheetRow
  key: string
  sku: string
  type: 'in' | 'out' | 'adjustment'
  /** More than zero; signed and not zero for an adjustment. */
  quantity: number
  notes: string | null
  pending: boolean
}

export type ReadRows = {
  products: ProductRow[]
  categories: CategoryRow[]
  transactions: TransactionRow[]
  /** Every SKU that stands in the Products sheet, also in rows with problems: their transactions are not "unknown". */
  skus: Set<string>
  /** How many rows each sheet has, good or not. */
  rowCounts: Record<keyof Sheets, number>
  problems: ImportProblem[]
  notices: string[]
}

/**
 * How SKUs and names are compared: without regard to case, as PostgreSQL's `lower` does it (each character by itself, to one
 * character: İ becomes i, and a Σ at the end of a word is a σ like any other).
 */
export function keyOf(name: string): string {
  return Array.from(name, (character) => Array.from(character.toLowerCase())[0]).join('')
}

/**
 * Reads every row of every sheet as what it must be, and names everything that is wrong by itself (what depends on other rows or on
 * the database is `planImport`'s). A row with a problem is left out of the result; nothing is guessed or set to 0.
 */
export function readRows(sheets: Sheets): ReadRows {
  const skus = new Set<string>()
  const products = readSheetRows('Products', sheets.products, (row, problems) => {
    if (row.values['sku'] !== undefined) skus.add(keyOf(String(row.values['sku']).trim()))
    return readProduct(row, problems)
  })
  const categories = readSheetRows('Categories', sheets.categories, readCategory)
  const transactions = readSheetRows('Transactions', sheets.transactions, readTransaction)
  return {
    products: products.rows,
    categories: categories.rows,
    transactions: transactions.rows,
    skus,
    rowCounts: {
      products: sheets.products?.rows.length ?? 0,
      categories: sheets.categories?.rows.length ?? 0,
      transactions: sheets.transactions?.rows.length ?? 0,
    },
    problems: [...products.problems, ...categories.problems, ...transactions.problems],
    notices: [...products.notices, ...categories.notices, ...transactions.notices],
  }
}

type Reader<T> = (row: SheetRow, problems: Problems) => T | undefined

function readSheetRows<T>(sheet: ImportSheet, read: SheetRows | null, reader: Reader<T>) {
  const problems = problemsOf(sheet, read?.letters ?? {})
  const rows: T[] = []
  const notices: string[] = []
  if (!read) {
    problems.inSheet(`Invalid ${sheetKeys[sheet].key} sheet format`)
    return { rows, notices, problems: problems.found }
  }
  if (read.unknownColumns.length > 0) notices.push(unknownColumns(sheet, read.unknownColumns))
  const missing = sheetColumns[sheet].required.filter((column) => !(column in read.letters))
  // Headings that say nothing we know are a title, or another sheet's: not an empty list.
  if (missing.length > 0 && (read.rows.length > 0 || read.unknownColumns.length > 0)) {
    for (const column of missing) problems.inSheet(`The ${sheet} sheet has no column “${column}”`)
    return { rows, notices, problems: problems.found }
  }
  for (const row of read.rows) {
    const before = problems.found.length
    if (hasRequired(sheet, row, problems)) {
      const value = reader(row, problems)
      if (value !== undefined && problems.found.length === before) rows.push(value)
    }
  }
  return { rows, notices, problems: problems.found }
}

function unknownColumns(sheet: ImportSheet, names: string[]): string {
  const [first = ''] = names
  if (names.length === 1) return `The column “${first}” of the ${sheet} sheet is not known and is left out.`
  return `These columns of the ${sheet} sheet are not known and are left out: ${names.join(', ')}.`
}

function hasRequired(sheet: ImportSheet, row: SheetRow, problems: Problems): boolean {
  const missing = sheetColumns[sheet].required.find(
    (column) => row.values[column] === undefined || row.values[column] === '',
  )
  if (missing === undefined) return true
  problems.at(row, missing, `Missing required fields in ${sheetKeys[sheet].one} at row ${row.row}`)
  return false
}

const money = { decimals: 2, max: limits.moneyMax }

function readProduct(row: SheetRow, problems: Problems): ProductRow | undefined {
  const decimals = numberIn(problems, row, 'quantity_decimals', {
    label: 'Quantity decimals',
    decimals: 0,
    max: limits.quantityDecimalsMax,
  })
  const units = {
    decimals: decimals ?? (decimals === undefined ? limits.quantityDecimalsMax : 0),
    max: limits.quantityMax,
  }
  const name = textIn(problems, row, 'name', limits.nameCharacters)
  const sku = textIn(problems, row, 'sku', limits.skuCharacters)
  const fields = {
    description: textIn(problems, row, 'description', limits.textCharacters) ?? null,
    category_name: textIn(problems, row, 'category_name', limits.nameCharacters) ?? null,
    price: numberIn(problems, row, 'price', { label: 'Price', ...money }) ?? 0,
    cost_price: numberIn(problems, row, 'cost_price', { label: 'Cost price', decimals: 4, max: 9_999_999_999 }) ?? 0,
    stock_quantity: numberIn(problems, row, 'stock_quantity', { label: 'Stock quantity', ...units }) ?? 0,
    min_stock_level: numberIn(problems, row, 'min_stock_level', { label: 'Minimum stock level', ...units }) ?? 0,
    image: addressIn(problems, row, 'image') ?? null,
    location: textIn(problems, row, 'location', limits.shortTextCharacters) ?? null,
    quantity_decimals: decimals ?? 0,
  }
  if (name === null || sku === null)
    problems.at(row, name === null ? 'name' : 'sku', `Missing required fields in product at row ${row.row}`)
  return name && sku ? { row, key: keyOf(sku), name, sku, ...fields } : undefined
}

function readCategory(row: SheetRow, problems: Problems): CategoryRow | undefined {
  const name = textIn(problems, row, 'name', limits.nameCharacters)
  const description = textIn(problems, row, 'description', limits.textCharacters) ?? null
  const typed = textIn(problems, row, 'color', 20) ?? null
  const color = typed === null ? null : hexColor.safeParse(typed.startsWith('#') ? typed : `#${typed}`)
  if (color && !color.success) problems.at(row, 'color', 'Please enter a color like #3B82F6')
  if (name === null) problems.at(row, 'name', `Missing required fields in category at row ${row.row}`)
  return name ? { row, name, description, color: color?.data ?? null } : undefined
}

const transactionTypes = ['in', 'out', 'adjustment'] as const

function readTransaction(row: SheetRow, problems: Problems): TransactionRow | undefined {
  const sku = textIn(problems, row, 'product_id', limits.skuCharacters)
  const type = transactionTypes.find((known) => known === String(row.values['type']).trim().toLowerCase())
  if (!type) problems.at(row, 'type', 'Type must be in, out or adjustment')
  const quantity = readQuantity(row, problems, type)
  const notes = textIn(problems, row, 'notes', limits.textCharacters) ?? null
  const status = textIn(problems, row, 'status', limits.shortTextCharacters)?.toLowerCase() ?? 'completed'
  if (status !== 'completed' && status !== 'pending')
    problems.at(row, 'status', 'Status must be completed, pending or empty')
  const currency = textIn(problems, row, 'currency', limits.shortTextCharacters)
  if (currency && currency.toUpperCase() !== 'USD') problems.at(row, 'currency', 'Currency must be USD')
  if (sku === null) problems.at(row, 'product_id', `Missing required fields in transaction at row ${row.row}`)
  if (!sku || !type || quantity === undefined) return undefined
  return { row, key: keyOf(sku), sku, type, quantity, notes, pending: status === 'pending' }
}

function readQuantity(row: SheetRow, problems: Problems, type: TransactionRow['type'] | undefined): number | undefined {
  const signed = type === 'adjustment'
  // An unsigned quantity below zero is told the same as zero: the spec has one sentence for both.
  const rule = { label: 'Quantity', decimals: limits.quantityDecimalsMax, max: limits.quantityMax, signed: true }
  const quantity = numberIn(problems, row, 'quantity', rule)
  if (quantity === undefined || quantity === null) return undefined
  if (signed ? quantity !== 0 : quantity > 0) return quantity
  problems.at(
    row,
    'quantity',
    signed ? 'The quantity of an adjustment must not be 0' : 'Quantity must be greater than 0',
  )
  return undefined
}
