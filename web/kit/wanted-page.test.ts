import { beforeEach, expect, test } from 'vitest'
import { forgetWantedPage, keepWantedPage, wantedPage } from './wanted-page.ts'

const kept = new Map<string, string>()
const store = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
}
const keep = (path: string, user: string | null = null, isLeaving = false) =>
  keepWantedPage(path, store, user, isLeaving)

beforeEach(() => kept.clear())

test('a page opened while signed out is where signing in leads, once', () => {
  keep('/sales-orders/1?edit=1#notes')
  expect(wantedPage('anna', store)).toBe('/sales-orders/1?edit=1#notes')
  forgetWantedPage(store)
  expect(wantedPage('anna', store)).toBe('/')
})

test('after a session ended, only the same person is led back', () => {
  keep('/sales-orders/1', 'anna')
  expect(wantedPage('anna', store)).toBe('/sales-orders/1')
  expect(wantedPage('ben', store)).toBe('/')
})

test('a person who signed out isn’t led back, and opening the dashboard forgets an earlier page', () => {
  keep('/products')
  keep('/products/1', 'anna', true)
  expect(wantedPage('anna', store)).toBe('/')
  keep('/products')
  keep('/')
  expect(wantedPage('anna', store)).toBe('/')
})

test('a failed return from a provider or an email keeps the page', () => {
  keep('/products')
  keep('/?error=access_denied')
  keep('/#error=expired')
  expect(wantedPage('anna', store)).toBe('/products')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'products',
  '/auth',
  '/auth/email',
])('nothing leads to %j', (path) => {
  keep(path)
  expect(wantedPage('anna', store)).toBe('/')
})

test('a damaged entry counts as none', () => {
  kept.set('onhand-wanted-page', 'null')
  expect(wantedPage('anna', store)).toBe('/')
  kept.set('onhand-wanted-page', '{"path":7}')
  expect(wantedPage('anna', store)).toBe('/')
})
