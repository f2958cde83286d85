import { readProductStockAsOfQuery, readStockValueAsOfQuery } from './as-of-queries.ts'
import { readStockChangesQuery } from './changes-query.ts'
import { explainStockQuery } from './explain-query.ts'
import { readStockHistoryQuery } from './history-query.ts'
import { readPostingQuery } from './posting-query.ts'
import { readProductStockQuery } from './product-stock-query.ts'
import { reversePostingCommand } from './reverse-posting-command.ts'
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
