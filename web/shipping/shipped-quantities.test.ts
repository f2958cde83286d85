import { expect, test } from 'vitest'
import { whyNotReady } from './shipped-quantities.ts'

test.each([
  { remaining: 2, ready_quantity: 2, expired_quantity: 7, at: null, why: null },
  { remaining: 2, ready_quantity: 0, expired_quantity: 2, at: null, why: 'only 0 ready: 2 expired' },
  { remaining: 3, ready_quantity: 0, expired_quantity: 0, at: 'Two', why: 'only 0 ready at Two' },
  { remaining: 3, ready_quantity: 1, expired_quantity: 1200, at: 'Two', why: 'only 1 ready at Two: 1,200 expired' },
  { remaining: 3, ready_quantity: 1, expired_quantity: 0, at: null, why: 'only 1 ready' },
])('$ready_quantity of $remaining ready, $expired_quantity expired, at $at: $why', ({ at, why, ...line }) => {
  expect(whyNotReady(line, at)).toBe(why)
})
