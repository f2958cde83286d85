import { beforeEach, expect, test } from 'vitest'
import { chooseOrganization, currentOrganization, enterOrganizationOf, previousOrganization } from './organization.ts'

function store() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
}

const browser = () => ({ tab: store(), browser: store() })
const anna = { id: 'anna', own: 'annas-shop' }
const ben = { id: 'ben', own: 'bens-shop' }

beforeEach(() => enterOrganizationOf(null, browser()))

test('a person starts in their own organization', () => {
  enterOrganizationOf(anna, browser())
  expect(currentOrganization()).toBe('annas-shop')
  expect(previousOrganization()).toBe(null)
})

test('a tab keeps its organization through a reload, and remembers the previous one', () => {
  const stores = browser()
  enterOrganizationOf(anna, stores)
  chooseOrganization('sample', stores)
  enterOrganizationOf(null, stores)
  enterOrganizationOf(anna, stores)
  expect(currentOrganization()).toBe('sample')
  expect(previousOrganization()).toBe('annas-shop')
})

test('a new tab starts where the person was last; open tabs stay where they are', () => {
  const first = browser()
  const second = { tab: store(), browser: first.browser }
  enterOrganizationOf(anna, first)
  chooseOrganization('sample', first)
  enterOrganizationOf(anna, second)
  expect(currentOrganization()).toBe('sample')
  chooseOrganization('annas-shop', second)
  enterOrganizationOf(anna, first)
  expect(currentOrganization()).toBe('sample')
})

test('a tab that never switched keeps its organization when it is reloaded after another tab switched', () => {
  const first = browser()
  const second = { tab: store(), browser: first.browser }
  enterOrganizationOf(anna, first)
  enterOrganizationOf(anna, second)
  chooseOrganization('sample', second)
  enterOrganizationOf(null, first)
  enterOrganizationOf(anna, first)
  expect(currentOrganization()).toBe('annas-shop')
})

test("the next person at the same browser doesn't get the previous person's organization", () => {
  const stores = browser()
  enterOrganizationOf(anna, stores)
  chooseOrganization('sample', stores)
  enterOrganizationOf(ben, stores)
  expect(currentOrganization()).toBe('bens-shop')
  expect(previousOrganization()).toBe(null)
})

test("a browser without storage, or with invalid values, uses the person's own organization and can switch", () => {
  const failing = () => {
    throw new Error('storage is off')
  }
  const stores = {
    tab: { getItem: () => '{"user":1', setItem: failing },
    browser: { getItem: failing, setItem: failing },
  }
  enterOrganizationOf(anna, stores)
  expect(currentOrganization()).toBe('annas-shop')
  chooseOrganization('sample', stores)
  expect(currentOrganization()).toBe('sample')
})
