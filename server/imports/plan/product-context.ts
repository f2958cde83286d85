import type { Existing } from '../existing/existing-records.ts'
import type { Problems } from '../sheets/problems.ts'
import type { PlannedCategories } from './categories.ts'
import type { PlannedLocations } from './locations.ts'

/** What the rows are planned against. */
export type ProductContext = {
  existing: Existing
  categories: PlannedCategories
  locations: PlannedLocations
  /** What the file's transactions that were imported before have done to each product (`earlierChanges`). */
  earlier: Map<string, bigint>
  setStock: boolean
  problems: Problems
}
