import { describe, expect, test } from 'vitest'
import { mergeLines } from './merge-lines.ts'

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
