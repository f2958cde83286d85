import type { ImportCounts, ImportRecord } from '../../contract/imports.ts'
import { formatMoney } from '../../contract/money.ts'
import { formatChange, formatQuantity, roundTo } from '../../contract/quantity.ts'

/** `1 product`, `1,234 products`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatQuantity(count)} ${count === 1 ? one : many}`
}

/** A file's size as people say it. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${roundTo(bytes / 1_000_000, 1)} MB`
}

/** The parts that are not nothing, with a dot between them. */
export function dotted(...parts: (string | false | null)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ')
}

export function productsNote({ products, value_at_price }: ImportCounts): string {
  const made = dotted(
    products.created > 0 && `${formatQuantity(products.created)} new`,
    products.restored > 0 && `${formatQuantity(products.restored)} restored`,
  )
  return dotted(
    made || 'none new',
    products.created + products.restored > 0 && `${formatMoney(value_at_price)} at price`,
  )
}

export function categoriesNote({ categories, locations }: ImportCounts): string {
  return dotted(
    categories.created > 0 ? `${formatQuantity(categories.created)} new` : 'none new',
    locations.created > 0 && counted(locations.created, 'new location'),
  )
}

export function transactionsNote({ transactions, units }: ImportCounts): string {
  return (
    dotted(
      units.in > 0 && `${formatQuantity(units.in)} units in`,
      units.out > 0 && `${formatQuantity(units.out)} out`,
      units.adjusted !== 0 && `${formatChange(units.adjusted)} adjusted`,
      transactions.drafts > 0 && counted(transactions.drafts, 'draft'),
      transactions.already_imported > 0 && `${formatQuantity(transactions.already_imported)} known already`,
    ) || 'nothing to book'
  )
}

/** What an import did, in one line. */
export function importSummary({ products, categories, transactions, units }: ImportCounts): string {
  return dotted(
    counted(products.created + products.restored, 'product'),
    categories.created > 0 && counted(categories.created, 'category', 'categories'),
    transactions.posted + transactions.drafts > 0 && counted(transactions.posted + transactions.drafts, 'transaction'),
    `${formatChange(units.change)} units`,
  )
}

/** What is left to say after an undo; null when everything was taken back. */
export function undoneText({ status, leftovers }: ImportRecord): string | null {
  if (status === 'undone') return null
  return `${counted(leftovers.length, 'product')} could not be taken back. The list of imports says why.`
}
