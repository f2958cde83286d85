import { sql, type Statement } from '../platform/sql.ts'

/** How many categories a report shows separately; the others are combined. */
const categoriesShown = 9

/** The rank of a category, the largest first, for rows grouped by `category_id`, `category` and `color`. */
export function categoryRank(size: Statement<unknown>): Statement<number> {
  return sql<number>`least(row_number() over (order by ${size} desc, category, category_id), ${categoriesShown + 1})`
}

/**
 * The columns of a category of the given `rank`, the last one representing all smaller ones: `id`, `name`, `color`,
 * `rank`.
 */
export const otherCategories: Statement<unknown> = sql`
  case when rank <= ${categoriesShown} then category_id end as id,
  case when rank <= ${categoriesShown} then name else 'Other categories' end as name,
  case when rank <= ${categoriesShown} then color end as color,
  rank`
