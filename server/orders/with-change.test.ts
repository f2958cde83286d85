import { expect, test } from 'vitest'
import { withChange } from './with-change.ts'

test('a change replaces what it gives, null included, and leaves what is undefined', () => {
  const orders = [
    { id: 'one', notes: 'a', location_id: 'x' as string | null },
    { id: 'two', notes: 'b', location_id: null },
  ]
  expect(withChange(orders, { notes: undefined, location_id: null })).toEqual([
    { id: 'one', notes: 'a', location_id: null },
    { id: 'two', notes: 'b', location_id: null },
  ])
})
