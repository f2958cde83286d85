import { expect, test } from 'vitest'
import { keyPermissions } from '../../contract/permissions.ts'
import { describePermissions, presets } from './areas.ts'

test('every permission that a key can have is offered, once', () => {
  expect([...presets.full].toSorted()).toEqual([...keyPermissions].toSorted())
})

test.each([
  [presets.read, 'Read only'],
  [presets.full, 'Full access'],
  [['stock.read'] as const, '1 permission'],
  [['stock.read', 'stock.write'] as const, '2 permissions'],
  [[], 'No permissions'],
])('%j is described as %j', (permissions, text) => {
  expect(describePermissions(permissions)).toBe(text)
})
