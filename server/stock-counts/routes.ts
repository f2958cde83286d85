import { countStockCommand } from './count-stock.ts'
import { listProductsToCountQuery, listStockCountsQuery, readCountProgressQuery } from './queries.ts'

export const stockCountRoutes = [
  listProductsToCountQuery,
  readCountProgressQuery,
  listStockCountsQuery,
  countStockCommand,
]
