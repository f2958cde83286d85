import { quantityOf } from '../../../contract/quantity.ts'
import type { ImportChange, ImportedProduct, ImportPreview } from '../../../contract/import-preview.ts'
import { limits } from '../../../contract/limits.ts'
import type { PlannedChange } from './changes.ts'
import { changesNothing, type Plan } from './plan.ts'
import type { PlannedProduct } from './products.ts'

/** What a person sees before confirming. Long lists are truncated; their counts are complete. */
export function previewOf(plan: Plan): ImportPreview {
  const { products, stock } = plan
  const names = (made: { name: string }[]) => made.slice(0, limits.importRowsListed).map(({ name }) => name)
  return {
    counts: plan.counts,
    changes_nothing: changesNothing(plan),
    set_stock: plan.set_stock,
    stock_differences: products.stockDifferences,
    new_categories: names(plan.categories),
    new_suppliers: names(plan.suppliers),
    new_locations: names(plan.locations),
    products: plan.withoutProblems.slice(0, limits.importRowsListed).map(importedProduct),
    change_count: plan.changes.length,
    changes: plan.changes.slice(0, limits.importRowsListed).map(importChangeOf),
    imported_before: stock.importedBefore,
    problem_count: plan.problems.length,
    problems: plan.problems.slice(0, limits.importProblemsListed),
    notices: plan.notices,
    sheets: plan.sheets,
  }
}

/** What an import stores to show later: the first products it adds, which have their ids by now, and every change. */
export function resultOf(plan: Plan): { products: (ImportedProduct & { id: string })[]; changes: ImportChange[] } {
  return {
    products: plan.withoutProblems
      .slice(0, limits.importRowsListed)
      .map((product) => ({ ...importedProduct(product), id: product.id })),
    changes: plan.changes.map(importChangeOf),
  }
}

function importedProduct({ fields, home, openings, onHand, restores }: PlannedProduct): ImportedProduct {
  const located = openings.map(({ location, quantity }) => ({ location, on_hand: quantity }))
  return {
    row: fields.row.row,
    sku: fields.sku,
    name: fields.name,
    category_name: fields.category_name,
    location: home.name,
    ...(located.length > 1 && { stock_by_location: located }),
    price: fields.price,
    on_hand: quantityOf(onHand),
    minimum: fields.min_stock_level,
    restored: restores,
  }
}

/** A change as a person reads it. */
export function importChangeOf({ row, fields, ...change }: PlannedChange): ImportChange {
  return {
    ...change,
    row: row.row,
    fields: fields.map(({ field, from, to, location }) => ({ field, from, to, place: location })),
  }
}
