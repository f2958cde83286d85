import { expect, test } from 'vitest'
import { isActive, screenAt } from './navigation.ts'

test('an entry is active below its path; the dashboard only on its own', () => {
  expect(isActive('/products', '/products/7')).toBe(true)
  expect(isActive('/products', '/products')).toBe(true)
  expect(isActive('/products', '/products-archive')).toBe(false)
  expect(isActive('/', '/')).toBe(true)
  expect(isActive('/', '/products')).toBe(false)
})

test('a screen without an entry of its own belongs to the one that leads to it', () => {
  expect(isActive('/settings', '/import/7')).toBe(true)
  expect(isActive('/sales-orders', '/returns/7')).toBe(true)
  expect(isActive('/transactions', '/postings/7')).toBe(true)
})

test('a screen of the sidebar is known by its name before its code is loaded; a record is not', () => {
  expect(screenAt('/location-transfers')).toBe('Transfers')
  expect(screenAt('/sales-orders/7')).toBeUndefined()
})
