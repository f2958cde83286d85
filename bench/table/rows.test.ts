import { expect, test } from 'vitest'
import { rows, rowsNamed } from './rows.ts'

test('every row has a unique name and figures', () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  for (const { name, figures } of rows) expect(figures.length, name).toBeGreaterThan(0)
})

test('only rows that measure a floor have a share of it as target', () => {
  for (const { name, floor, figures } of rows)
    for (const { target, unit } of figures)
      if (target?.of === 'floor') expect([unit, floor], name).toEqual(['a second', expect.stringMatching(/^write/)])
})

test('rows are chosen by the start of their name, and an unknown one lists those that exist', () => {
  const all = [{ name: 'postings-even-1' }, { name: 'postings-hot-1' }, { name: 'dashboard-32' }]
  expect(rowsNamed(all, [])).toHaveLength(3)
  expect(rowsNamed(all, ['postings-even', 'dash']).map(({ name }) => name)).toEqual(['postings-even-1', 'dashboard-32'])
  expect(() => rowsNamed(all, ['reads'])).toThrow('no row begins with reads. The rows: postings-even-1')
})
