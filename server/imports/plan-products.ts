import { newId } from '../platform/ids.ts'
import type { Known } from './known.ts'
import { tenThousandths } from './numbers.ts'
import type { PlannedCategories } from './plan-categories.ts'
import type { PlannedLocations, PlannedPlace } from './plan-locations.ts'
import type { Problems } from './problems.ts'
import type { ProductRow } from './read-rows.ts'

/** A product to be made, or one that an undo has archived to be restored with the file's fields. */
export type PlannedProduct = {
  id: string
  restores: boolean
  fields: ProductRow
  category_id: string | null
  place: PlannedPlace
  /** Its opening stock, and what is on hand after its transactions (`planStock` keeps it), in ten-thousandths of a unit. */
  opening: bigint
  onHand: bigint
}

/** Plans one product per row. A SKU stands once in a file and belongs to one product, without regard to case. */
export function planProducts(
  rows: ProductRow[],
  known: Known,
  planned: { categories: PlannedCategories; locations: PlannedLocations },
  problems: Problems,
): PlannedProduct[] {
  const seen = new Map<string, ProductRow>()
  const products: PlannedProduct[] = []
  for (const fields of rows) {
    const first = seen.get(fields.key)
    const existing = known.products.get(fields.key)
    seen.set(fields.key, first ?? fields)
    if (first) {
      problems.at(fields.row, 'sku', `This SKU is already used in row ${first.row.row}. Please use a unique SKU.`)
    } else if (existing && !existing.archived) {
      problems.at(fields.row, 'sku', 'This SKU already exists. Please use a unique SKU.')
    } else if (existing && !existing.restorable) {
      problems.at(
        fields.row,
        'sku',
        'This SKU belongs to an archived product. Restore that product or use another SKU.',
      )
    } else {
      const opening = tenThousandths(fields.stock_quantity)
      products.push({
        id: existing?.id ?? newId(),
        restores: existing !== undefined,
        fields,
        category_id: fields.category_name === null ? null : planned.categories.idOf(fields.category_name),
        place: planned.locations.placeOf(fields),
        opening,
        onHand: opening,
      })
    }
  }
  return products
}
