import type { ImportPreview } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import { asQuantity } from './numbers.ts'
import type { Plan } from './plan.ts'

/** What a person sees before confirming. Long lists are cut; the counts beside them are whole. */
export function previewOf(plan: Plan): ImportPreview {
  return {
    counts: plan.counts,
    new_categories: plan.categories.slice(0, limits.importRowsListed).map(({ name }) => name),
    new_locations: plan.locations.slice(0, limits.importRowsListed).map(({ name }) => name),
    products: plan.products.slice(0, limits.importRowsListed).map(({ fields, place, onHand, restores }) => ({
      row: fields.row.row,
      sku: fields.sku,
      name: fields.name,
      category_name: fields.category_name,
      location: place.name,
      price: fields.price,
      on_hand: asQuantity(onHand),
      minimum: fields.min_stock_level,
      restored: restores,
    })),
    problem_count: plan.problems.length,
    problems: plan.problems.slice(0, limits.importProblemsListed),
    notices: plan.notices,
  }
}
