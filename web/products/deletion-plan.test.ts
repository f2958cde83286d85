import { expect, test } from 'vitest'
import type { CheckedProduct } from '../../contract/product-deletions.ts'
import { deletionPlan, doneText, planLabel } from './deletion-plan.ts'

const numbers = { on_hand: 0, held: 0, in_transit: 0, incoming: 0, documents: 0, drafts: 0 }
const can = (id: string, outcome: 'deleted' | 'archived'): CheckedProduct => ({
  id,
  name: id,
  outcome,
  refusal: null,
})
const cannot = (id: string, code: string, details?: Record<string, unknown>): CheckedProduct => ({
  id,
  name: code === 'not_found' ? null : id,
  outcome: null,
  refusal: { code, message: 'A long sentence.', ...(details ? { details } : {}) },
})

test('each product is deleted, archived, or kept with its reason', () => {
  const checked = [
    can('a', 'deleted'),
    can('b', 'archived'),
    cannot('c', 'product_not_empty', { ...numbers, on_hand: 1_200.5, documents: 1, drafts: 2 }),
    cannot('d', 'product_archived'),
    cannot('e', 'not_found'),
    cannot('f', 'period_closed'),
  ]
  expect(deletionPlan([{ id: 'e', name: 'Earl Grey' }], checked)).toEqual({
    deleted: ['a'],
    archived: ['b'],
    kept: [
      { id: 'c', name: 'c', reason: '1,200.5 on hand, 1 open document, 2 pending transactions' },
      { id: 'd', name: 'd', reason: 'Already archived' },
      { id: 'e', name: 'Earl Grey', reason: 'No longer exists' },
      { id: 'f', name: 'f', reason: 'A long sentence.' },
    ],
  })
})

test('the button and the message say how many are deleted and how many archived', () => {
  const texts = (deleted: number, archived: number) => {
    const ids = (count: number) => Array.from({ length: count }, String)
    const plan = { deleted: ids(deleted), archived: ids(archived), kept: [] }
    return [planLabel(plan), doneText(plan)]
  }
  expect(texts(1, 0)).toEqual(['Delete 1 product', '1 product deleted'])
  expect(texts(0, 4)).toEqual(['Archive 4 products', '4 products archived'])
  expect(texts(5, 1)).toEqual(['Delete 5 and archive 1', '5 products deleted and 1 archived'])
})
