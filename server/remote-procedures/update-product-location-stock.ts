import { updateProductLocationStock } from '../../contract/remote-procedures.ts'
import { updateStock } from '../../contract/stock-updates.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { implement } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import { createTransactionCommand } from '../transactions/create-transaction.ts'
import { updateStockCommand } from '../transactions/update-stock.ts'
import { perform } from './perform.ts'

const names = {
  product_id: 'p_product_id',
  location_id: 'p_location_id',
  type: 'p_transaction_type',
  quantity: 'p_quantity_change',
}

/**
 * One entry at one location, without a reason; an adjustment is signed, so it is the transaction of that type. Refuses
 * a change whose sign contradicts its type, and what updateStock and createTransaction refuse.
 */
export const updateProductLocationStockCommand = implement(updateProductLocationStock, (tx, actor, input) => {
  const {
    p_product_id: product_id,
    p_location_id: location_id,
    p_quantity_change: change,
    p_transaction_type: type,
  } = input
  if (type === 'adjustment') {
    const entry = { product_id, location_id, type, quantity: change }
    return perform(tx, actor, [createTransaction, createTransactionCommand], entry, names)
  }
  if (type === 'in' && change < 0) refuseFields({ p_quantity_change: 'Must be positive for stock in' })
  if (type === 'out' && change > 0) refuseFields({ p_quantity_change: 'Must be negative for stock out' })
  const entry = { product_id, location_id, type, quantity: Math.abs(change) }
  return perform(tx, actor, [updateStock, updateStockCommand], entry, names)
})
