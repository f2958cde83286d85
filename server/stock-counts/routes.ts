import { countStockCommand } from './count-stock.ts'
import { printCountSheetQuery } from './print-count-sheet.ts'
import { listProductsToCountQuery, listStockCountsQuery, readCountProgressQuery } from './queries.ts'

export const stockCountRoutes = [
  listProductsToCountQuery,
  readCountProgressQuery,
  printCountSheetQuery,
  listStockCountsQuery,
  countStockCommand,
]
