import { expect, test } from 'vitest'
import { submissionPlan } from './submission-plan.ts'

test('drafts without a refusal are submitted in the version that was checked; the others stay, with their numbers', () => {
  const drafts = ['a', 'b', 'c'].map((id) => ({ id, order_number: `PO-${id}` }))
  const refusal = { code: 'wrong_status', message: 'Pay for this order first.' }
  const gone = { code: 'not_found', message: 'This order no longer exists' }
  const plan = submissionPlan(drafts, [
    { id: 'a', order_number: 'PO-a', version: 3, total_amount: 10, refusal: null },
    { id: 'b', order_number: 'PO-b', version: 1, total_amount: 20, refusal },
    { id: 'c', order_number: null, version: null, total_amount: 0, refusal: gone },
  ])
  expect(plan).toEqual({
    submitted: [{ id: 'a', version: 3, total_amount: 10 }],
    kept: [
      { id: 'b', name: 'PO-b', reason: 'Pay for this order first.' },
      { id: 'c', name: 'PO-c', reason: 'This order no longer exists' },
    ],
  })
})
