import { z } from 'zod'
import { command } from './endpoint.ts'
import { lotFields, updateRules, signedQuantity, reasonCode, withEntryRules } from './entry-rules.ts'
import { id, idOr, optionalText } from './fields.ts'
import { enteredTypes } from './stock-reasons.ts'
import { stockOutcome } from './transactions.ts'

/** The stock-update dialog of the product page: a reason is optional for stock in and out; an adjustment is signed. */
export const updateStock = command({
  name: 'update_stock',
  summary:
    'Adds to or removes from the stock of one product at one location, with or without a reason, or adjusts it by a signed quantity',
  method: 'POST',
  path: '/products/:product_id/stock-updates',
  permission: 'stock.write',
  input: withEntryRules(
    z.strictObject({
      id: id.optional(),
      product_id: id,
      location_id: idOr('Location is required'),
      type: z.enum(enteredTypes, 'Transaction type is required'),
      // "At least 1" in the smallest unit the product is counted in: the ledger refuses more decimals than it allows.
      quantity: signedQuantity(updateRules.tooSmall),
      /** Determines the account, and whether reserved units may be taken, as in `create_transaction`. */
      reason_code: reasonCode.nullish(),
      ...lotFields,
      notes: optionalText(),
    }),
    updateRules,
  ),
  output: stockOutcome,
  status: 201,
  changes: ['stock'],
})
