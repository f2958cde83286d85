import type { ImportCounts, ImportProblem } from '../../contract/imports.ts'
import { newId } from '../platform/ids.ts'
import { asQuantity, valueOf } from './numbers.ts'
import { planCategories, type PlannedCategory } from './plan-categories.ts'
import { planLocations, type PlannedLocation } from './plan-locations.ts'
import { planProducts, type PlannedProduct } from './plan-products.ts'
import { planStock, type PlannedStock } from './plan-stock.ts'
import { problemsOf, type Problems } from './problems.ts'
import type { Known } from './known.ts'
import type { ReadRows } from './read-rows.ts'
import { type Sheets } from './sheets.ts'

/** Everything an import will write. It is only carried out when `problems` is empty. */
export type Plan = {
  id: string
  categories: PlannedCategory[]
  locations: PlannedLocation[]
  products: PlannedProduct[]
  stock: PlannedStock
  counts: ImportCounts
  problems: ImportProblem[]
  notices: string[]
}

export type PlanProblems = Record<'products' | 'transactions', Problems>

/**
 * Works out what the rows do to what is there: which categories and locations are new, which products are made or restored, and every
 * stock entry in sheet order (a product's opening, then its transactions), walked from balance to balance so that a row that would go
 * below zero is found before anything is written. Pure: the same rows and the same `known` make the same plan, but for new ids.
 */
export function planImport(sheets: Sheets, rows: ReadRows, known: Known, importId = newId()): Plan {
  const problems: PlanProblems = {
    products: problemsOf('Products', sheets.products?.letters ?? {}),
    transactions: problemsOf('Transactions', sheets.transactions?.letters ?? {}),
  }
  const notices = [...rows.notices]
  const categories = planCategories(rows, known, notices)
  const locations = planLocations(rows.products, known, problems.products)
  const products = planProducts(rows.products, known, { categories, locations }, problems.products)
  const stock = planStock(rows, known, products, problems.transactions, notices)
  const all = [...rows.problems, ...problems.products.found, ...problems.transactions.found]
  return {
    id: importId,
    categories: categories.created,
    locations: locations.created,
    products,
    stock,
    counts: countsOf(rows, { categories: categories.created, locations: locations.created, products, stock }),
    problems: inFileOrder(all),
    notices,
  }
}

function countsOf(rows: ReadRows, plan: Pick<Plan, 'categories' | 'locations' | 'products' | 'stock'>): ImportCounts {
  const { units } = plan.stock
  return {
    products: {
      rows: rows.rowCounts.products,
      created: plan.products.filter((product) => !product.restores).length,
      restored: plan.products.filter((product) => product.restores).length,
    },
    categories: { rows: rows.rowCounts.categories, created: plan.categories.length },
    locations: { created: plan.locations.length },
    transactions: {
      rows: rows.rowCounts.transactions,
      posted: plan.stock.posted,
      drafts: plan.stock.drafts.length,
      already_imported: plan.stock.alreadyImported,
    },
    units: {
      opening: asQuantity(units.opening),
      in: asQuantity(units.in),
      out: asQuantity(units.out),
      adjusted: asQuantity(units.adjusted),
      change: asQuantity(units.opening + units.in - units.out + units.adjusted),
    },
    value_at_price: valueOf(plan.products.map(({ fields, onHand }) => ({ units: onHand, price: fields.price }))),
  }
}

const sheetOrder = { Products: 0, Categories: 1, Transactions: 2 }

function inFileOrder(problems: ImportProblem[]): ImportProblem[] {
  return problems.toSorted(
    (one, other) => sheetOrder[one.sheet] - sheetOrder[other.sheet] || (one.row ?? 0) - (other.row ?? 0),
  )
}
