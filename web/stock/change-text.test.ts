import { expect, test } from 'vitest'
import type { SummedChange } from '../../contract/explained-stock.ts'
import { changeText, sumsByText } from './change-text.ts'

const sum: SummedChange = {
  kind: 'entry',
  type: 'out',
  reason: 'customer_order',
  direction: 'down',
  movements: 2,
  change: -7,
}

test.each<[Partial<SummedChange>, string]>([
  [{}, 'Customer Order'],
  [{ reason: null }, 'Stock Out'],
  [{ reason: 'old_code' }, 'old code'],
  [{ kind: 'reversal', type: 'in' }, 'Undone: Customer Order'],
  [{ kind: 'count', type: 'adjustment', reason: null }, 'Counts'],
  [{ kind: 'transfer', type: 'transfer', reason: 'restock', direction: 'up' }, 'Transfers in'],
  [{ kind: 'transfer', type: 'transfer', reason: 'restock' }, 'Transfers out'],
  [{ kind: 'opening', type: 'opening', reason: null, direction: 'up' }, 'Opening stock'],
  [{ type: 'adjustment', reason: null }, 'Adjustments'],
  [{ type: 'commitment', reason: null }, 'Fewer reserved'],
])('%o reads %s', (part, text) => {
  expect(changeText({ ...sum, ...part })).toBe(text)
})

test('sums with the same text are one, and the largest is first', () => {
  const sums = [
    { ...sum, change: -4, movements: 5 },
    { ...sum, kind: 'transfer', type: 'transfer' as const, change: -3.5 },
    { ...sum, kind: 'shipment', change: -0.3, movements: 1 },
    { ...sum, kind: 'reversal', direction: 'up' as const, change: 8 },
  ]
  expect(sumsByText(sums).map((one) => [changeText(one), one.movements, one.change])).toEqual([
    ['Undone: Customer Order', 2, 8],
    ['Customer Order', 6, -4.3],
    ['Transfers out', 2, -3.5],
  ])
})
