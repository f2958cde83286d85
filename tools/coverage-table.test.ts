import { expect, test } from 'vitest'
import { checkCoverageTable, coverageProblems, testTitles } from './coverage-table.ts'

const files: Record<string, string> = {
  'server/stock.test.ts': `
    describe('a shop', () => {
      test("what's sold is gone", async () => {})
      test.runIf(onLinux)('runs where it can', () => {})
      test.each([['draft', 'ordered'], ['ordered', 'received']])('%s → %s', (from, to) => {})
      test.each([{ role: 'viewer' }])('a $role reads', () => {})
      for (const scope of ['local', 'global']) test(\`signing out, \${scope}\`, () => {})
      // test('is left out', () => {})
      test.skip('is not run', () => {})
      const text = refusal('only said')
    })`,
  'e2e/shop.spec.ts': `
    test.describe('on a phone', () => {
      test(
        'a journey: it is typed, paid and sent',
        async ({ page }) => {})
    })`,
}
const titlesOf = (file: string) => (file in files ? testTitles(files[file] ?? '') : null)
const exists = (path: string) => path in files || path === 'docs/decisions/0001'
const heading = '| row | requirement | status | shown by, or why |\n|---|---|---|---|\n'
const problems = (...rows: string[]) => coverageProblems(`${heading}${rows.join('\n')}\n`, titlesOf, exists)

test.each([
  '`server/stock.test.ts`: "what\'s sold is gone"',
  '`server/stock.test.ts`: "a shop", "runs where it can"; the rest is in `docs/decisions/0001`',
  '`server/stock.test.ts`: "%s → %s"; "draft → ordered"',
  'from the server: `server/stock.test.ts`: "a viewer reads"; `e2e/shop.spec.ts`: "a journey: it is typed, paid and sent"',
  '`server/stock.test.ts`: "signing out, global"; `server/stock.test.ts`: "signing out, ${scope}"',
  '`e2e/shop.spec.ts`: "on a phone"',
])('a row may name tests and pages: %s', (shownBy) => {
  expect(problems(`| A1 | It works. | done | ${shownBy} |`)).toEqual([])
})

test.each([
  ['`server/stock.test.ts`: "what is sold is gone"', 'server/stock.test.ts has no test titled "what is sold is gone"'],
  ['`server/stock.test.ts`: "a shop", "is left out"', 'server/stock.test.ts has no test titled "is left out"'],
  ['`server/stock.test.ts`: "a shop"; "is not run"', 'server/stock.test.ts has no test titled "is not run"'],
  ['`server/stock.test.ts`: "only said"', 'server/stock.test.ts has no test titled "only said"'],
  ['`server/stock.test.ts`: "draft → cancelled"', 'server/stock.test.ts has no test titled "draft → cancelled"'],
  ['`server/stock.test.ts`: "an owner reads"', 'server/stock.test.ts has no test titled "an owner reads"'],
  ['`e2e/shop.spec.ts`: "a journey"', 'e2e/shop.spec.ts has no test titled "a journey"'],
  ['`server/gone.test.ts`: "a shop"', "server/gone.test.ts doesn't exist"],
  ['`server/stock.test.ts`: "a shop"; `docs/decisions/0002`', "docs/decisions/0002 doesn't exist"],
  [
    '`server/stock.test.ts`',
    'names server/stock.test.ts without the title of a test: write `server/stock.test.ts`: "title"',
  ],
  ['it just does', 'is done, but names no test'],
])('a missing reference is named with its line and row: %s', (shownBy, problem) => {
  expect(problems(`| A1 | It works. | done | ${shownBy} |`)).toEqual([`3: row A1: ${problem}`])
})

test('a row has a unique id, a listed status and four cells', () => {
  expect(
    problems(
      '| A1 | It works. | note | nothing to build |',
      '| A1 | It works well. | note | nothing to build |',
      '| A2 | It works. | nearly | one day |',
      '| B3b | It works. | note | a heading |',
      '| C4 | It works. | note | another document |',
      '| A5 | a | b | note | soon |',
    ),
  ).toEqual([
    '4: row A1: has the id of line 3',
    '5: row A2: has the status "nearly" instead of one of done, differs, note',
    '7: row C4: has no id like A12, B3 or A9b',
    '8: row A5: has 5 cells instead of four; a | inside a cell is written \\|',
  ])
})

test('other tables may name tests without titles, and only existing ones', () => {
  const table =
    '| taken away | noticed by |\n|---|---|\n| a lock | `server/stock.test.ts`: B4 |\n| a | `e2e/gone.spec.ts` |'
  expect(coverageProblems(table, titlesOf, exists)).toEqual(["4: row a: e2e/gone.spec.ts doesn't exist"])
})

test("every row of this repository's table is valid", () => expect(checkCoverageTable()).toEqual([]))
