import { expect, test } from 'vitest'
import { isActive, screenAt } from './navigation.ts'

test('an entry is active below its path; the dashboard only on its own', () => {
  expect(isActive('/products', '/products/7')).toBe(true)
  expect(isActive('/products', '/products')).toBe(true)
  expect(isActive('/products', '/products-archive')).toBe(false)
  expect(isActive('/', '/')).toBe(true)
  expect(isActive('/', '/products')).toBe(false)
  expect(isActive('/settings', '/import/7')).toBe(true)
})

test('a screen of the sidebar is known by its name before its code is loaded; a record is not', () => {
  expect(screenAt('/location-transfers')).toBe('Transfers')
  expect(screenAt('/sales-orders/7')).toBeUndefined()
})
