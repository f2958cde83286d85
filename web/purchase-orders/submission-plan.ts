import type { CheckedOrder } from '../../contract/purchase-order-submissions.ts'
import type { PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import type { Kept } from '../kit/kept-list.tsx'

/** Which of several drafts can be submitted, with the versions that were checked, and which stay for what reason. */
export type SubmissionPlan = Readonly<{
  submitted: readonly Readonly<{ id: string; version: number; total_amount: number }>[]
  kept: readonly Kept[]
}>

export function submissionPlan(
  drafts: readonly Pick<PurchaseOrderSummary, 'id' | 'order_number'>[],
  checked: readonly CheckedOrder[],
): SubmissionPlan {
  const numberOf = new Map(drafts.map(({ id, order_number }) => [id, order_number]))
  return {
    submitted: checked.flatMap(({ id, version, total_amount, refusal }) =>
      refusal || version === null ? [] : [{ id, version, total_amount }],
    ),
    kept: checked.flatMap(({ id, order_number, refusal }) =>
      refusal ? [{ id, name: order_number ?? numberOf.get(id) ?? '', reason: refusal.message }] : [],
    ),
  }
}
