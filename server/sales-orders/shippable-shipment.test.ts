import { expect, test } from 'vitest'
import { shippableShipment, type WithContents } from './shippable-shipment.ts'

const line = (id: string, product_id: string, reserved: number, available: number) => ({
  id,
  product_id,
  available,
  shippable_quantity: reserved + available,
})
const lines = [line('tea 1', 'tea', 2, 1.5), line('tea 2', 'tea', 0, 1.5), line('ale', 'ale', 0.3, 0)]
const shipment = (id: string, contents: readonly [string, number][] | null) =>
  ({
    id,
    contents: contents?.map(([line_id, quantity]) => ({ line_id, quantity })) ?? null,
  }) as unknown as WithContents

test.each<[string, [string, number][] | null, boolean]>([
  ['what is reserved for its line', [['tea 1', 2]], true],
  ['available units beyond the reserved ones', [['tea 1', 3.5]], true],
  ['exactly what is reserved, in tenths', [['ale', 0.3]], true],
  ['more than that', [['ale', 0.4]], false],
  ['units reserved for another line', [['tea 2', 2]], false],
  [
    'available units that two lines share',
    [
      ['tea 1', 3],
      ['tea 2', 0.5],
    ],
    true,
  ],
  [
    'more available units than two lines share',
    [
      ['tea 1', 3],
      ['tea 2', 1],
    ],
    false,
  ],
  ['a line that is gone', [['gone', 1]], false],
  ['nothing, because it has left', null, false],
])('whether a shipment can leave that takes %s', (_what, contents, canLeave) => {
  expect(shippableShipment([shipment('it', contents)], lines)).toBe(canLeave ? 'it' : null)
})

test('the first one that can leave is named, each compared with the stock by itself', () => {
  const all = [shipment('blocked', [['ale', 1]]), shipment('first', [['tea 1', 3]]), shipment('second', [['tea 1', 3]])]
  expect(shippableShipment(all, lines)).toBe('first')
})
