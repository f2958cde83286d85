import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { byRelevance } from './find-named.ts'
import { findPage } from './find-page.ts'
import { readSearch } from './find-searched.ts'
import type { Filters } from './list-order.ts'
import { sortOrder } from './sort-order.ts'

/** The ids of the first products of a list, in its order; at most `filters.limit`. */
export async function findIds(tx: Tx, reader: Reader, filters: Filters): Promise<string[]> {
  const search = await readSearch(tx, filters.search)
  const sort = filters.sort === 'relevance' && search ? byRelevance : sortOrder(filters.sort)
  const { rows } = await findPage(tx, reader, filters, sort, search, null)
  return rows.slice(0, filters.limit).map(({ id }) => id)
}
