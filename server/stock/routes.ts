import { explainStockQuery } from './explain-query.ts'
import { readPostingQuery } from './posting-query.ts'
import { readProductStockQuery } from './product-stock-query.ts'
import { reversePostingCommand } from './reverse-posting-command.ts'
import { setLocationStockCommand } from './set-location-stock.ts'

export const stockRoutes = [
  readProductStockQuery,
  explainStockQuery,
  setLocationStockCommand,
  readPostingQuery,
  reversePostingCommand,
]
