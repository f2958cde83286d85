import { fieldName } from '../../contract/audit-kinds.ts'
import { byCount, counted, nounFor } from '../../contract/counted-nouns.ts'
import { importFieldLabels } from '../../contract/import-fields.ts'
import type { ImportCounts } from '../../contract/import-preview.ts'
import type { ImportRecord, ImportResult } from '../../contract/imports.ts'
import { formatMoney } from '../ui/money.ts'
import { formatChange, formatQuantity } from '../../contract/quantity.ts'

/** Whether the places in a file are named with their sheet: a CSV file has none. */
export function hasSheets(file_name: string | null): boolean {
  return !/\.(csv|tsv)$/i.test(file_name ?? '')
}

/** The non-empty parts, separated by dots. */
export function dotted(...parts: (string | false | null)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ')
}

/** A record that a preview calls new has been added in the result. */
type Word = 'new' | 'added'

export function productsNote({ products, value_at_price }: ImportCounts, word: Word = 'new'): string {
  const added = products.created + products.restored
  const value = added > 0 && value_at_price > 0 && `${formatMoney(value_at_price)} retail value`
  return dotted(...productParts(products, word), value) || 'no changes'
}

function productParts(products: ImportCounts['products'], word: Word): (string | false)[] {
  return [
    products.created > 0 && `${formatQuantity(products.created)} ${word}`,
    products.restored > 0 && `${formatQuantity(products.restored)} restored`,
    products.updated > 0 && `${formatQuantity(products.updated)} changed`,
    products.stock_set > 0 && `stock set for ${formatQuantity(products.stock_set)}`,
    products.unchanged > 0 && `${formatQuantity(products.unchanged)} unchanged`,
  ]
}

export function categoriesNote({ categories, locations }: ImportCounts): string {
  return dotted(
    newAndChanged(categories),
    locations.rows === 0 && locations.created > 0 && counted(locations.created, 'new location'),
  )
}

export function suppliersNote({ suppliers }: ImportCounts): string {
  return newAndChanged(suppliers)
}

export function locationsNote({ locations }: ImportCounts): string {
  return newAndChanged(locations)
}

/**
 * How many categories, suppliers or locations a file has: rows of their sheet, and those that only other sheets name.
 * Imports from before these were counted show at least what they created.
 */
export function recordsIn({ rows, created, only_named }: ImportCounts['categories']): number {
  return only_named === undefined ? Math.max(rows, created) : rows + only_named
}

function newAndChanged({ created, updated }: { created: number; updated: number }, word: Word = 'new'): string {
  return (
    dotted(created > 0 && `${formatQuantity(created)} ${word}`, updated > 0 && `${formatQuantity(updated)} changed`) ||
    'no changes'
  )
}

export function transactionsNote({ transactions, units }: ImportCounts): string {
  return (
    dotted(
      units.in > 0 && `${counted(units.in, 'unit')} in`,
      units.out > 0 && `${formatQuantity(units.out)} out`,
      units.adjusted !== 0 && `${formatChange(units.adjusted)} adjusted`,
      transactions.drafts > 0 && `${formatQuantity(transactions.drafts)} pending`,
      transactions.already_imported > 0 && `${formatQuantity(transactions.already_imported)} imported before`,
    ) || 'nothing to record'
  )
}

/** What an import did, in one line. */
export function importSummary(counts: ImportCounts): string {
  const { products, categories, suppliers, transactions, units } = counts
  const added = products.created + products.restored
  const changed = changedRecords(counts)
  return dotted(
    added > 0 && counted(added, 'product'),
    categories.created > 0 && counted(categories.created, 'category'),
    suppliers.created > 0 && counted(suppliers.created, 'supplier'),
    changed > 0 && `${counted(changed, 'record')} changed`,
    transactions.posted + transactions.drafts > 0 && counted(transactions.posted + transactions.drafts, 'transaction'),
    unitsText(units.change),
  )
}

/** What the undo of an import did, in one line: what it removed and restored, and by how much stock changed. */
export function undoneSummary({ counts, removed_count }: Pick<ImportResult, 'counts' | 'removed_count'>): string {
  const { units } = counts
  const changed = changedRecords(counts)
  return dotted(
    removed_count > 0 && `${counted(removed_count, 'record')} removed`,
    changed > 0 && `${counted(changed, 'record')} restored`,
    units.change !== 0 && unitsText(-units.change),
  )
}

/** The existing records whose fields or stock an import set. */
function changedRecords({ products, categories, suppliers, locations }: ImportCounts): number {
  const added = products.created + products.restored
  // Its fields and its stock may both have changed: that is one product.
  const changed = products.rows - added - products.unchanged
  return changed + categories.updated + suppliers.updated + locations.updated
}

/** How many things an undo had to leave: "3 items". */
export function itemsLeft({ leftover_count, leftovers }: Pick<ImportRecord, 'leftover_count' | 'leftovers'>): string {
  if (leftover_count === null) return `at least ${counted(leftovers.length, 'item')}`
  return counted(leftover_count, 'item')
}

/** What an import did to products and stock, in at most two sentences: the figures of its totals. */
export function resultSummary({ products, units }: ImportCounts): string {
  const parts = productParts(products, 'added').filter((part) => part !== false)
  return [
    parts.length > 0 && `${capitalized(parts.join(', '))}.`,
    units.change !== 0 && `Stock changed by ${unitsText(units.change)}.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

/** `+1 unit`, `-40 units`. */
function unitsText(change: number): string {
  return `${formatChange(change)} ${nounFor(Math.abs(change), 'unit')}`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** One line of the totals: a sheet's contents, and the results. `to` is the list that shows them. */
export type TotalLine = Readonly<{ label: string; rows: number; note: string; to: string }>

/**
 * The totals of an import, line by line: the same words for checked and for written rows. Only lines with rows, in
 * these totals or in those they are compared with.
 */
export function totalLines(counts: ImportCounts, compared: ImportCounts | null): readonly TotalLine[] {
  const others = compared && allTotalLines(compared)
  return allTotalLines(counts).filter(
    ({ label, rows }, index) => label === 'Products' || rows !== 0 || (others?.[index]?.rows ?? 0) !== 0,
  )
}

function allTotalLines(counts: ImportCounts): readonly TotalLine[] {
  const { products, categories, suppliers, locations, transactions, units } = counts
  return [
    { label: 'Products', rows: products.rows, note: productsNote(counts, 'added'), to: '/products' },
    {
      label: 'Categories',
      rows: recordsIn(categories),
      note: newAndChanged(categories, 'added'),
      to: '/categories',
    },
    {
      label: 'Suppliers',
      rows: recordsIn(suppliers),
      note: newAndChanged(suppliers, 'added'),
      to: '/suppliers',
    },
    {
      label: 'Locations',
      rows: recordsIn(locations),
      note: newAndChanged(locations, 'added'),
      to: '/locations',
    },
    { label: 'Transactions', rows: transactions.rows, note: transactionsNote(counts), to: '/transactions' },
    { label: 'Units', rows: units.change, note: 'change in stock', to: '/transactions' },
  ]
}

/** What an import added and changed, as the first sentence of its page: nothing that it found as it is. */
export function resultTitle({ products, transactions }: ImportCounts): string {
  const written = products.rows - products.unchanged
  if (written > 0) return byCount(written, { one: '{count} product imported', other: '{count} products imported' })
  const imported = transactions.posted + transactions.drafts
  return imported > 0 ? `${counted(imported, 'transaction')} imported` : 'Import finished'
}

type Placed = Readonly<{ sheet: string; row: number | null; cell: string | null }>

/** Problems in the order in which people go through the file: sheet by sheet, row by row, from left to right. */
export function inCellOrder<P extends Placed>(problems: readonly P[]): readonly P[] {
  const sheets = [...new Set(problems.map(({ sheet }) => sheet))]
  const columnOf = ({ cell }: P) => cell?.replace(/\d+$/, '') ?? ''
  return problems.toSorted(
    (a, b) =>
      sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet) ||
      (a.row ?? 0) - (b.row ?? 0) ||
      columnOf(a).length - columnOf(b).length ||
      columnOf(a).localeCompare(columnOf(b)),
  )
}

const labels: Readonly<Record<string, string | undefined>> = importFieldLabels

/** A problem's column, named as in the list of changes and not as it is stored: "Stock" or "SKU". */
export function columnName(column: string): string {
  return labels[column] ?? fieldName(column)
}
