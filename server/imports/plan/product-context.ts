import type { Existing } from '../existing/existing-records.ts'
import type { Problems } from '../sheets/problems.ts'
import type { PlannedCategories } from './categories.ts'
import type { PlannedLocations } from './locations.ts'
import type { PlannedSuppliers } from './suppliers.ts'

/** The context for planning the rows. */
export type ProductContext = {
  existing: Existing
  categories: PlannedCategories
  suppliers: PlannedSuppliers
  locations: PlannedLocations
  /** The effect of the file's earlier imported transactions on each product (`earlierChanges`). */
  earlier: Map<string, bigint>
  setStock: boolean
  problems: Problems
}
