import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { findPage } from './find-page.ts'
import { readSearch, searchedOrder } from './find-searched.ts'
import type { Filters } from './list-order.ts'

/** The ids of the first products of a list, in its order; at most `filters.limit`. */
export async function findIds(tx: Tx, reader: Reader, filters: Filters): Promise<string[]> {
  const search = await readSearch(tx, reader, filters)
  const sort = searchedOrder(filters, search)
  const { rows } = await findPage(tx, reader, filters, sort, search, null)
  return rows.slice(0, filters.limit).map(({ id }) => id)
}
