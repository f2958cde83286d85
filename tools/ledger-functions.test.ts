import { expect, test } from 'vitest'
import { checkLedgerFunctions, problemsOf } from './ledger-functions.ts'

test('outside of the ledger, only its public functions are called', () => {
  const source = `
    /** As kernel.reversed_lines(posting) does. */
    // kernel.post_stock(a)
    const rows = tx.all(sql\`
      select kernel.price_at(p.id) from products p -- not kernel.levels_as_of(p.id)
      cross join lateral kernel.post_many(p.org_id, '[]') r\`)`
  const [problem, ...others] = problemsOf('server/products/list.ts', source, ['kernel.price_at'])
  expect(problem).toContain('server/products/list.ts calls kernel.post_many.')
  expect(others).toEqual([])
  expect(problemsOf('server/products/list.ts', source, [])).toHaveLength(2)
  expect(checkLedgerFunctions()).toEqual([])
})
