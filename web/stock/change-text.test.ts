import { expect, test } from 'vitest'
import type { SummedChange } from '../../contract/explained-stock.ts'
import { changeText } from './change-text.ts'

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
