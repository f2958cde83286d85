import type { Endpoint } from '../../contract/endpoint.ts'
import type { ConflictStrategy } from '../kit/conflict-strategy.ts'
import { toastDone } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { type SubmitOptions, useSubmit } from '../kit/use-submit.ts'
import { anotherOrder } from './order-line.ts'

type NamedOrder = { id: string; order_number: string }
type OrderFormValues = { id: string; version: number }

/** What the forms of one kind of order have in common, whether the order is new or saved. */
export type OrderKind<Order extends NamedOrder, Values extends OrderFormValues> = Readonly<{
  /** The name under which the unsaved values of a new order are kept; see `savedDraft`. */
  draft: string
  valuesOf: (order: Order) => Values
  toInput: (values: Values) => unknown
  /** How changes by two people are merged. */
  strategy: ConflictStrategy<Values>
  /** The one message above the form, in the spec's order. */
  summary: (errors: Readonly<Record<string, unknown>>) => string | undefined
  /** The spec's text for a failure without an explanation. */
  fallback: string
}>

/** The name under which a saved order's unsaved changes are kept. */
export const savedDraft = ({ draft }: { draft: string }, { id }: { id: string }) => `${draft} ${id}`

/** The form of an order before it is saved. */
export function useNewOrder<E extends Endpoint, Order extends NamedOrder, Values extends OrderFormValues>(
  endpoint: E,
  { draft, toInput, summary, fallback }: OrderKind<Order, Values>,
  { initial, ...options }: Pick<SubmitOptions<E, Values>, 'ask' | 'onDone'> & { initial: Values },
) {
  const fields = useFields(endpoint, { initial, toInput, draft: useDraft(draft) })
  return useSubmit(fields, { ...options, summary, fallback, onIdTaken: anotherOrder })
}

/** The form of a saved order; `onDone` is called once it was saved. */
export function useSavedOrder<E extends Endpoint, Order extends NamedOrder, Values extends OrderFormValues>(
  endpoint: E,
  kind: OrderKind<Order, Values>,
  order: Order,
  onDone: () => void,
) {
  const { valuesOf, toInput, strategy, summary, fallback } = kind
  const initial = valuesOf(order)
  const fields = useFields(endpoint, { initial, toInput, draft: useDraft(savedDraft(kind, order)) })
  const fromRecord = (record: Record<string, unknown>) => valuesOf(record as unknown as Order)
  const conflict = useConflict(fields, { serverRecord: initial, fromRecord, strategy })
  return useSubmit(fields, {
    conflict,
    summary,
    fallback,
    onDone: () => {
      toastDone(`${order.order_number} was saved`)
      onDone()
    },
  })
}
