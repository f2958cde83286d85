import { reasonLabels } from '../../contract/reason-labels.ts'
import type { ExplainedNumber } from '../../contract/explained-stock.ts'
import type { TransactionType } from '../../contract/transaction-types.ts'
import { stockInReasons, stockOutReasons, type ReasonCode } from '../../contract/stock-reasons.ts'
import type { TransferStatus } from '../../contract/location-transfers.ts'
import type { Tone } from '../ui/status-badge.tsx'

export const typeLabels: Record<TransactionType, string> = {
  in: 'Stock In',
  out: 'Stock Out',
  adjustment: 'Adjustment',
  opening: 'Opening',
  transfer: 'Transfer',
  commitment: 'Commitment',
}

export const typeTones: Record<TransactionType, Tone> = {
  in: 'green',
  out: 'red',
  adjustment: 'amber',
  opening: 'gray',
  transfer: 'brand',
  commitment: 'gray',
}

const optionsOf = (reasons: readonly ReasonCode[]) => reasons.map((value) => ({ value, label: reasonLabels[value] }))

/** The reasons offered to people, by type. */
export const reasonOptions = { in: optionsOf(stockInReasons), out: optionsOf(stockOutReasons) }

export const transferStatusLabels: Record<TransferStatus, string> = {
  pending: 'Pending',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export const transferStatusTones: Record<TransferStatus, Tone> = {
  pending: 'amber',
  completed: 'green',
  cancelled: 'red',
}

export const numberLabels: Record<ExplainedNumber, string> = {
  on_hand: 'on hand',
  available: 'available',
  reserved: 'reserved',
  held: 'on hold',
  in_transit: 'in transit',
  incoming: 'incoming',
}

/** The accounts outside any location, as the other end of a movement. */
const outsideLabels: Readonly<Record<string, string>> = {
  supplier: 'Supplier',
  customer: 'Customer',
  adjustment: 'Adjustment',
  opening: 'Opening stock',
  production: 'Production',
  sample: 'Samples',
  scrap: 'Scrap',
  loss: 'Loss',
  elsewhere: 'Elsewhere',
}

/** One end of a movement: `Main Warehouse`, `Main Warehouse, on hold`, `Customer`. */
export function endLabel(account: string, location_name: string | null): string {
  if (location_name === null) return outsideLabels[account] ?? account
  const name = (numberLabels as Record<string, string>)[account] ?? account
  return account === 'available' ? location_name : `${location_name}, ${name}`
}

const postingLabels: Readonly<Record<string, string>> = {
  count: 'Count',
  opening: 'Opening stock',
  reversal: 'Undo',
  import: 'Import',
  stock_update: 'Stock update',
  transfer: 'Transfer',
  transfer_cancellation: 'Transfer cancelled',
  transfer_reversal: 'Transfer undone',
  receipt_reversal: 'Receipt undone',
  return_reversal: 'Return undone',
  shipment_undo: 'Shipment undone',
  shipment_failure: 'Delivery failed',
  backorders: 'Reserved for orders',
}

/** The name of a kind of posting. A manual transaction is named by the type of its first movement. */
export function postingLabel(kind: string, type: TransactionType | undefined): string {
  return postingLabels[kind] ?? (type ? typeLabels[type] : 'Stock movement')
}
