import { expect, test } from 'vitest'
import { keyPermissions } from '../../contract/permissions.ts'
import { describePermissions, presets } from './areas.ts'

test('every permission that a key can have is offered, once', () => {
  expect([...presets.full].toSorted()).toEqual([...keyPermissions].toSorted())
})

test.each([
  [presets.read, 'Read only'],
  [presets.full, 'Full access'],
  [['stock.read'] as const, 'Stock, transactions and transfers (read only)'],
  [
    ['receiving.write', 'shipping.write', 'orders.read'] as const,
    'Orders and customers (read only) · Receiving · Shipping',
  ],
  [['receiving.write', 'shipping.write', 'imports.write', 'files.write'] as const, '4 permissions'],
  [[], 'No permissions'],
])('%j is described as %j', (permissions, text) => {
  expect(describePermissions(permissions)).toBe(text)
})
