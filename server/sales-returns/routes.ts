import { createSalesReturnCommand } from './create-return.ts'
import { listSalesReturnsQuery, readSalesReturnQuery } from './queries.ts'
import { reverseSalesReturnCommand } from './reverse-return.ts'

export const returnRoutes = [
  listSalesReturnsQuery,
  readSalesReturnQuery,
  createSalesReturnCommand,
  reverseSalesReturnCommand,
]
