import { limits } from '../../../contract/limits.ts'
import { oneOf, text } from './cells.ts'
import { currency, transactionQuantity } from './transaction-cells.ts'
import type { Columns } from './field.ts'

/** The Transactions sheet. Its rows become postings and drafts, which no later row changes. */
export const transactionColumns = {
  product_id: {
    read: text(limits.skuCharacters),
    aliases: ['sku', 'product_sku'],
    required: true,
    template: { example: 'SKU-001', width: 15 },
  },
  type: {
    read: oneOf(['in', 'out', 'adjustment'], 'Type must be in, out or adjustment'),
    required: true,
    template: { example: 'in', width: 12 },
  },
  quantity: { read: transactionQuantity, aliases: ['qty'], required: true, template: { example: 10, width: 12 } },
  notes: {
    read: text(limits.textCharacters),
    aliases: ['note'],
    template: { example: 'First delivery', width: 30 },
  },
  status: {
    read: oneOf(['completed', 'pending'], 'Status must be completed, pending or empty'),
    template: { example: 'completed', width: 12 },
  },
  currency: { read: currency, template: { example: 'USD', width: 12 } },
} satisfies Columns
