import { quantityOf } from '../../../contract/quantity.ts'
import type { SheetOfFile } from '../../../contract/import-columns.ts'
import type { ImportCounts, ImportProblem } from '../../../contract/import-preview.ts'
import { type Currency, currencyDecimals } from '../../../contract/currencies.ts'
import { type ImportSheet, importSheets } from '../../../contract/import-fields.ts'
import { newId } from '../../platform/ids.ts'
import type { PlannedChange } from './changes.ts'
import type { Existing } from '../existing/existing-records.ts'
import { valueOf } from './exact-sums.ts'
import { planCategories, type PlannedCategory } from './categories.ts'
import { planLocations, type PlannedLocation } from './locations.ts'
import { planProducts, type PlannedProduct, type PlannedProducts } from './products.ts'
import { planStock, type PlannedStock } from './stock.ts'
import { earlierChanges } from './earlier-rows.ts'
import { planSuppliers, type PlannedSupplier } from './suppliers.ts'
import { problemsOf, type Problems } from '../sheets/problems.ts'
import type { ReadRows } from '../read/read-rows.ts'
import { chosenLayouts, sheetsOfFile, type Layout } from '../sheets/layouts.ts'
import { sheetKeys, type Sheets } from '../sheets/sheets.ts'

/** Everything an import will write. It is only executed if `problems` is empty. */
export type Plan = {
  id: string
  set_stock: boolean
  /** Of the organization, for messages about prices. */
  currency: Currency
  categories: PlannedCategory[]
  suppliers: PlannedSupplier[]
  locations: PlannedLocation[]
  products: PlannedProducts
  /** The added products whose rows have no problem: what is shown and counted, since the others aren't known yet. */
  withoutProblems: PlannedProduct[]
  /** Every existing record that changes, in the order of the file. */
  changes: PlannedChange[]
  stock: PlannedStock
  counts: ImportCounts
  problems: ImportProblem[]
  notices: string[]
  /** The headings of the file, and what they are imported as. */
  sheets: SheetOfFile[]
  /** Of these the ones that a person has chosen, to be remembered. */
  layouts: Layout[]
}

/** The options of an import, beyond its rows. */
export type PlanOptions = { id?: string; set_stock?: boolean }

/**
 * Computes what the rows do to existing records: what is created, restored or updated (field by field), and every stock
 * entry in sheet order (a product's opening or count, then its transactions), from balance to balance, so that a row
 * that would go below zero is found before anything is written. Pure: the same rows and the same `existing` give the
 * same plan, except for new ids. Pauses for other requests.
 */
export async function planImport(
  sheets: Sheets,
  rows: ReadRows,
  existing: Existing,
  options: PlanOptions = {},
): Promise<Plan> {
  const { id = newId(), set_stock = false } = options
  const problems = problemsBySheet(sheets)
  const notices = [...rows.notices]
  const categories = planCategories(rows, existing, notices)
  const suppliers = planSuppliers(rows.suppliers, existing, problems.Suppliers)
  const locations = planLocations(rows.locations, existing, problems.Locations)
  const earlier = earlierChanges(rows.transactions, existing)
  const context = {
    existing,
    categories,
    suppliers,
    locations,
    earlier,
    setStock: set_stock,
    problems: problems.Products,
  }
  const products = await planProducts(rows.products, context)
  const stock = await planStock(rows, context, products, problems.Transactions, notices)
  const found = inFileOrder([...rows.problems, ...importSheets.flatMap((sheet) => problems[sheet].found)])
  const faulty = new Set(found.flatMap(({ sheet, row }) => (sheet === 'Products' ? [row] : [])))
  const plan = {
    id,
    set_stock,
    currency: rows.currency,
    categories: categories.created(),
    suppliers: suppliers.created(),
    locations: locations.created(),
    products,
    withoutProblems: products.added.filter(({ fields }) => !faulty.has(fields.row.row)),
    changes: [...products.changes, ...categories.changes, ...suppliers.changes, ...locations.changes],
    stock,
    problems: found,
    notices,
    sheets: sheetsOfFile(sheets),
    layouts: chosenLayouts(sheets),
  }
  const onlyNamed = {
    categories: categories.onlyNamed(),
    suppliers: suppliers.onlyNamed(),
    locations: locations.onlyNamed(),
  }
  return { ...plan, counts: countsOf(rows, plan, onlyNamed) }
}

/** Whether executing the plan would write nothing. */
export function changesNothing({ categories, suppliers, locations, products, changes, stock }: Plan): boolean {
  const made = categories.length + suppliers.length + locations.length + products.added.length
  return made + changes.length + stock.imported.length === 0
}

function problemsBySheet(sheets: Sheets): Record<ImportSheet, Problems> {
  const of = (sheet: ImportSheet) => problemsOf(sheet, sheets[sheetKeys[sheet].key])
  return {
    Products: of('Products'),
    Categories: of('Categories'),
    Transactions: of('Transactions'),
    Suppliers: of('Suppliers'),
    Locations: of('Locations'),
  }
}

type OnlyNamed = Readonly<Record<'categories' | 'suppliers' | 'locations', number>>

function countsOf({ rowCounts, currency }: ReadRows, plan: Omit<Plan, 'counts'>, onlyNamed: OnlyNamed): ImportCounts {
  const { products, withoutProblems, changes, stock } = plan
  const { units } = stock
  const updated = (kind: PlannedChange['kind']) =>
    changes.filter((change) => change.kind === kind && change.fields.some(({ column }) => column !== null)).length
  const namedCounts = (sheet: keyof OnlyNamed, kind: PlannedChange['kind']) => ({
    rows: rowCounts[sheet],
    created: plan[sheet].length,
    updated: updated(kind),
    only_named: onlyNamed[sheet],
  })
  return {
    products: {
      rows: rowCounts.products,
      created: withoutProblems.filter(({ restores }) => !restores).length,
      restored: withoutProblems.filter(({ restores }) => restores).length,
      updated: updated('product'),
      stock_set: products.updates.filter(({ counts }) => counts.length > 0).length,
      unchanged: products.updates.filter(({ change }) => change === null).length,
    },
    categories: namedCounts('categories', 'category'),
    suppliers: namedCounts('suppliers', 'supplier'),
    locations: namedCounts('locations', 'location'),
    transactions: {
      rows: rowCounts.transactions,
      posted: stock.posted,
      drafts: stock.drafts.length,
      already_imported: stock.importedBefore.reduce((sum, { rows }) => sum + rows, 0),
    },
    units: {
      opening: quantityOf(units.opening),
      in: quantityOf(units.in),
      out: quantityOf(units.out),
      adjusted: quantityOf(units.adjusted),
      counted: quantityOf(units.counted),
      change: quantityOf(units.opening + units.in - units.out + units.adjusted + units.counted),
    },
    value_at_price: valueOf(
      withoutProblems.map(({ fields, onHand }) => ({ units: onHand, price: fields.price })),
      currencyDecimals(currency),
    ),
  }
}

/** The same order for everything that names rows: by sheet, then by row. */
export function inFileOrder<T extends { sheet: ImportSheet; row: number | null }>(items: T[]): T[] {
  return items.toSorted(
    (one, other) =>
      importSheets.indexOf(one.sheet) - importSheets.indexOf(other.sheet) || (one.row ?? 0) - (other.row ?? 0),
  )
}
