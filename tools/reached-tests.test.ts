import { expect, test } from 'vitest'
import { reachedTests, readUsers } from './reached-tests.ts'

const users = readUsers()

test('a change reaches the tests beside it and those of its users, nearest first', () => {
  expect(reachedTests(['contract/money.ts'], users)[0]).toBe('contract/money.test.ts')
  const reached = reachedTests(['server/imports/routes.ts'], users)
  expect(reached).toContain('server/imports/imports.test.ts')
  expect(reached).not.toContain('server/sales-orders/printed-documents.test.ts')
})

test('a changed SQL function reaches the tests of what calls it', () => {
  const reached = reachedTests(['db/functions/search_products.sql'], users)
  expect(reached).toContain('server/products/list.test.ts')
})

test('files that use everything end the search', () => {
  expect(reachedTests(['server/routes.ts'], users)).toEqual([])
})
