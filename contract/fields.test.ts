import { expect, test } from 'vitest'
import { pastMoment } from './as-of.ts'
import { filterDate, filterDay, moment, optionalDay } from './fields.ts'
import { downloadTransactionsReport } from './transactions-report.ts'

test.each([
  ['a filter’s day', filterDay],
  ['a filter’s day or moment', filterDate],
  ['a document’s day', optionalDay],
  ['a moment', moment],
  ['a moment to look back to', pastMoment],
  ['a report’s day', downloadTransactionsReport.input.shape.from],
])('the refusal of %s has an example that is accepted', (_what, field) => {
  for (const wrong of ['30.11.2026', '2026-02-30']) {
    const [issue] = field.safeParse(wrong).error?.issues ?? []
    const examples = issue?.message.match(/2026-[\dT:Z-]+/g) ?? []
    expect(examples.length, issue?.message).toBeGreaterThan(0)
    for (const example of examples) expect(field.safeParse(example).success, example).toBe(true)
  }
})
