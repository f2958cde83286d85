import { createSalesReturnCommand } from './create-return.ts'
import { listReturnableLotsQuery } from './returnable-lots.ts'
import { listSalesReturnsQuery, readSalesReturnQuery } from './queries.ts'
import { reverseSalesReturnCommand } from './reverse-return.ts'

export const returnRoutes = [
  listSalesReturnsQuery,
  readSalesReturnQuery,
  listReturnableLotsQuery,
  createSalesReturnCommand,
  reverseSalesReturnCommand,
]
