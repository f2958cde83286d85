import type { Filter } from '../kit/filter-chip.tsx'
import { paymentStatusLabels } from './shown-payment.ts'

/** The first status in the filter of both lists of orders: everything with something left to ship or receive. */
export const openOption = { value: 'open', label: 'Open' } as const

/** The options for statuses, by their labels. */
export const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The status filter of a list of orders, by the labels of their statuses. */
export const statusFilter = (labels: Readonly<Record<string, string>>): Filter => ({
  key: 'status',
  label: 'Status',
  all: 'All Statuses',
  options: [openOption, ...optionsOf(labels)],
})

const { pending, partial, paid } = paymentStatusLabels

export const paymentFilter: Filter = {
  key: 'payment',
  label: 'Payment',
  all: 'All Payments',
  options: optionsOf({ pending, partial, paid, refund_due: 'Refund due' }),
}

/** Purchase orders can also be due: within a week, or overdue. */
export const purchasePaymentFilter: Filter = {
  ...paymentFilter,
  options: [...paymentFilter.options, { value: 'due', label: 'Due within a week or overdue' }],
}

/** What the status filter of a list of orders asks the server for. */
export function statusInput<Status extends string>(value: string | undefined): { status?: Status; open?: 'true' } {
  if (!value) return {}
  return value === openOption.value ? { open: 'true' } : { status: value as Status }
}
