import { expect, test } from 'vitest'
import { browserStorage, tabStorage } from './browser-storage.ts'
import { currentOrganization, enterOrganizationOf } from './organization.ts'

test('a browser that blocks storage starts in the person’s own organization', () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  expect(browserStorage().getItem('x')).toBe(null)
  expect(tabStorage().length).toBe(0)
  enterOrganizationOf({ id: 'u', own: 'own' })
  expect(currentOrganization()).toBe('own')
})

test('otherwise it is the browser’s', () => {
  const kept = { getItem: () => 'kept' }
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: kept })
  expect(browserStorage()).toBe(kept)
})
