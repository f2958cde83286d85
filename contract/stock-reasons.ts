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

export const reasonLabels: Record<ReasonCode, string> = {
  purchase_order: 'Purchase Order Receipt',
  customer_return: 'Customer Return',
  inventory_adjustment_plus: 'Inventory Adjustment (+)',
  qc_release: 'Quality Control Release',
  transfer_in: 'Transfer In',
  production_completion: 'Production Completion',
  sample_return: 'Sample Return',
  customer_order: 'Customer Order',
  damaged: 'Damaged',
  inventory_adjustment_minus: 'Inventory Adjustment (−)',
  qc_hold: 'Quality Control Hold',
  transfer_out: 'Transfer Out',
  production_usage: 'Production Usage',
  sample_distribution: 'Sample Distribution',
  theft_loss: 'Theft or Loss',
  expiration: 'Expiration',
  held_scrap: 'Scrapped from Hold',
  return_to_supplier: 'Returned to Supplier',
  other: 'Other',
}

/** Reasons of commands only, never of a person. */
const ownReasonLabels: Record<string, string> = { write_off: 'Written Off' }

/** A reason as stored in the history; an unknown one is shown as its code. */
export function reasonLabel(code: string | null): string | null {
  if (code === null) return null
  return { ...reasonLabels, ...ownReasonLabels }[code] ?? code.replaceAll('_', ' ')
}
