import { describe, expect, test } from 'vitest'
import { clashSentences, mergeFields, mergeLines, mergeNamed, sameBut } from './merge-lines.ts'

type Line = { key: string; id?: string | undefined; product: string; quantity: number; price: number }

const line = (id: string | undefined, quantity: number, more: Partial<Line> = {}): Line => ({
  key: id ?? 'new',
  id,
  product: `p${id}`,
  quantity,
  price: 1,
  ...more,
})
const base = [line('a', 1), line('b', 2), line('c', 3)]
const [a, b, c] = base as [Line, Line, Line]

describe('lines of two editors', () => {
  test.each<[string, Line[], Line[], Line[], string[]]>([
    ['no one changed anything', base, base, base, []],
    ['only they changed', base, [line('a', 9), b, c], [line('a', 9), b, c], []],
    ['only you changed', [a, line('b', 9), c], base, [a, line('b', 9), c], []],
    ['different lines', [a, b, line('c', 7)], [line('a', 9), b, c], [line('a', 9), b, line('c', 7)], []],
    [
      'different fields of one line',
      [line('a', 5), b, c],
      [line('a', 1, { price: 8 }), b, c],
      [line('a', 5, { price: 8 }), b, c],
      [],
    ],
    [
      'the same field: yours stays, and a notice tells',
      [line('a', 5), b, c],
      [line('a', 9), b, c],
      [line('a', 5), b, c],
      ['both'],
    ],
    ['the same field, alike', [line('a', 5), b, c], [line('a', 5), b, c], [line('a', 5), b, c], []],
    ['they added one', base, [...base, line('d', 4)], [...base, line('d', 4)], []],
    ['you added one', [...base, line(undefined, 4)], base, [...base, line(undefined, 4)], []],
    [
      'both added one',
      [...base, line(undefined, 5)],
      [...base, line('d', 4)],
      [...base, line('d', 4), line(undefined, 5)],
      [],
    ],
    ['you removed one', [a, c], base, [a, c], []],
    ['they removed one', base, [a, c], [a, c], []],
    ['both removed it', [a, c], [a, c], [a, c], []],
    ['you removed what they changed: it stays', [a, c], [a, line('b', 9), c], [a, line('b', 9), c], ['you_removed']],
    [
      'they removed what you changed: it stays, as a new line',
      [a, line('b', 9), c],
      [a, c],
      [a, c, { ...line('b', 9), id: undefined }],
      ['they_removed'],
    ],
    ['another order of lines is theirs', base, [c, a, b], [c, a, b], []],
  ])('%s', (_name, yours, theirs, merged, clashes) => {
    const result = mergeLines(base, yours, theirs)
    expect(result.lines).toEqual(merged)
    expect(result.clashes.map(({ text }) => text)).toEqual(clashes)
  })

  test("keys are the form's own, so fields keep the focus", () => {
    const theirs = [line('a', 9, { key: 'other' })]
    expect(mergeLines([a], [a], theirs).lines).toEqual([line('a', 9, { key: 'a' })])
    expect(mergeLines([a], [line('a', 1, { key: 'renamed' })], [a]).clashes).toEqual([])
  })
})

test('fields of a record: what you changed stays, the rest is theirs', () => {
  const old = { notes: '', date: '1', supplier: 's' }
  expect(mergeFields(old, { ...old, notes: 'mine' }, { ...old, date: '2' })).toEqual({
    fields: { notes: 'mine', date: '2', supplier: 's' },
    clashes: [],
  })
  expect(mergeFields(old, { ...old, notes: 'mine' }, { ...old, notes: 'theirs' })).toEqual({
    fields: { ...old, notes: 'mine' },
    clashes: ['notes'],
  })
})

test('two versions count as equal if they differ only in ignored fields, whatever the keys of their lines', () => {
  const old = { version: 1, notes: '', lines: [line('a', 1)] }
  expect(sameBut(old, { ...old, version: 2, lines: [line('a', 1, { key: 'other' })] }, ['version'])).toBe(true)
  expect(sameBut(old, { ...old, version: 2, notes: 'theirs' }, ['version'])).toBe(false)
  expect(sameBut(old, { ...old, lines: [line('a', 2)] }, ['version'])).toBe(false)
})

test('a field that both changed is listed with the other value', () => {
  const theirs = { notes: 'at the back door', date: '', version: 3 }
  expect(clashSentences(['notes', 'date', 'version'], theirs, { notes: 'Notes', date: 'The date' })).toEqual([
    'Notes was changed by both of you. The form has your value; theirs was “at the back door”',
    'The date was changed by both of you. The form has your value; theirs was empty',
  ])
})

test('the edited fields of a record are merged, and the rest is always current', () => {
  const names = { name: 'Name', price: 'Price', notes: 'Notes' }
  const began = { version: 1, stock_seen: 5, name: 'Bell', price: 3, notes: '' }
  const present = { version: 2, stock_seen: 7, name: 'Bell, brass', price: 3, notes: '' }
  const described = { ...began, notes: 'rings' }
  expect(mergeNamed(began, described, present, names)).toEqual({ fields: { ...present, notes: 'rings' }, clashes: [] })
  // Both made the same change: no question. Different changes: yours stays, and it is listed.
  expect(mergeNamed(began, { ...began, name: 'Bell, brass' }, present, names)).toEqual({ fields: present, clashes: [] })
  expect(mergeNamed(began, { ...described, name: 'Horn' }, present, names)).toEqual({
    fields: { ...present, name: 'Horn', notes: 'rings' },
    clashes: ['name'],
  })
})
