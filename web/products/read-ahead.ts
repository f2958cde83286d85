import { readProduct } from '../../contract/products.ts'
import { readProductStock } from '../../contract/stock.ts'
import { readStockHistory } from '../../contract/stock-history.ts'
import { readAhead } from '../kit/api.ts'

/** What a product's page shows first. A file of its own: the routes are loaded by people who sign in, too. */
export function readProductAhead(id: string): void {
  readAhead(readProduct, { id })
  readAhead(readProductStock, { product_id: id })
  readAhead(readStockHistory, { product_id: id })
}
