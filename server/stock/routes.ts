import { readProductStockAsOfQuery, readStockValueAsOfQuery } from './as-of-reads.ts'
import { readStockChangesQuery } from './stock-changes.ts'
import { explainStockQuery } from './explain-stock.ts'
import { readStockHistoryQuery } from './stock-history.ts'
import { readPostingQuery } from './read-posting.ts'
import { readProductStockQuery } from './product-stock.ts'
import { reversePostingCommand } from './reverse-posting.ts'
import { setLocationStockCommand } from './set-location-stock.ts'
import { updateLotCommand } from './update-lot.ts'

export const stockRoutes = [
  readProductStockQuery,
  readProductStockAsOfQuery,
  readStockValueAsOfQuery,
  explainStockQuery,
  readStockChangesQuery,
  readStockHistoryQuery,
  setLocationStockCommand,
  updateLotCommand,
  readPostingQuery,
  reversePostingCommand,
]
