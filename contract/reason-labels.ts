import type { TransferReason } from './location-transfers.ts'
import type { ReasonCode } from './stock-reasons.ts'

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

export const transferReasonLabels: Record<TransferReason, string> = {
  restock: 'Restocking',
  demand: 'High Demand',
  maintenance: 'Location Maintenance',
  optimization: 'Inventory Optimization',
  other: 'Other',
}

/** Reasons of commands only, never of a person. */
const ownReasonLabels: Record<string, string> = { write_off: 'Written Off' }

/** A reason as stored in the history; an unknown one is shown as its code. */
export function reasonLabel(code: string | null): string | null {
  if (code === null) return null
  return { ...transferReasonLabels, ...reasonLabels, ...ownReasonLabels }[code] ?? code.replaceAll('_', ' ')
}
