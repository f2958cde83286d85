/**
 * Why stock came in and went out, in the order of the forms. Each reason is an account (ledger/sql/post/reasons.sql).
 */
export const stockInReasons = [
  'purchase_order',
  'customer_return',
  'inventory_adjustment_plus',
  'qc_release',
  'transfer_in',
  'production_completion',
  'sample_return',
  'other',
] as const

export const stockOutReasons = [
  'customer_order',
  'damaged',
  'inventory_adjustment_minus',
  'qc_hold',
  'transfer_out',
  'production_usage',
  'sample_distribution',
  'theft_loss',
  'expiration',
  'other',
] as const

/** The ways to resolve stock on hold; these change held, not on hand. */
export const heldStockReasons = ['held_scrap', 'return_to_supplier'] as const

export const reasonCodes = [...new Set([...stockInReasons, ...stockOutReasons, ...heldStockReasons])]

export type ReasonCode = (typeof reasonCodes)[number]

export const enteredTypes = ['in', 'out', 'adjustment'] as const

export type EnteredType = (typeof enteredTypes)[number]

/** The reasons that fit a type; an adjustment has none. */
export function reasonsOf(type: EnteredType): readonly ReasonCode[] {
  if (type === 'adjustment') return []
  return type === 'in' ? stockInReasons : [...stockOutReasons, ...heldStockReasons]
}
