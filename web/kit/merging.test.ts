import { describe, expect, test } from 'vitest'
import { mergingFields, mergingLines } from './merging.ts'

describe('a record of plain fields', () => {
  const base = { version: 1, name: 'Chai', price: 18 as number | '', stock: 5 }
  const { unasked, over, differences, together } = mergingFields<typeof base>({
    name: 'Name',
    price: { name: 'Price', show: (price) => `$${price}` },
  })
  const theirs = { ...base, version: 2, price: 20, stock: 3 }

  test('changes by two people to different fields are merged without asking', () => {
    expect(unasked(base, { ...base, name: 'Tea' }, theirs)).toEqual({ ...theirs, name: 'Tea' })
    expect(differences(base, { ...base, name: 'Tea' }, theirs)).toEqual([])
  })

  test('a field that both changed is asked about, in both versions', () => {
    const yours = { ...base, name: 'Tea', price: 19 }
    expect(unasked(base, yours, theirs)).toBeNull()
    expect(differences(base, yours, theirs)).toEqual([{ name: 'Price', yours: '$19', theirs: '$20' }])
    const nameless = { ...base, name: '' }
    expect(differences(base, nameless, { ...theirs, name: 'Chai tea' })).toEqual([
      { name: 'Name', yours: '–', theirs: 'Chai tea' },
    ])
  })

  test('overwriting keeps what only the other person changed', () => {
    const yours = { ...base, price: 19 }
    expect(over?.(base, yours, { ...theirs, name: 'Tea' })).toEqual({ ...theirs, name: 'Tea', price: 19 })
  })

  test('a field without a name is never yours', () => {
    expect(over?.(base, { ...base, stock: 9 }, theirs)).toEqual(theirs)
  })

  test("merging on request isn't offered: overwriting does it", () => expect(together).toBeNull())
})

describe('a record of lines', () => {
  type Order = { version: number; lines: string[] }
  const merging = mergingLines<Order>({
    together: (_base, yours, theirs) => ({ values: { ...theirs, lines: yours.lines }, toCheck: ['a line'] }),
    canFastForward: (base, theirs) => base.lines.join() === theirs.lines.join(),
  })
  const base = { version: 1, lines: ['a'] }
  const yours = { version: 1, lines: ['a', 'b'] }

  test('is updated without asking if it only moved on', () => {
    expect(merging.unasked(base, yours, { version: 2, lines: ['a'] })).toEqual({ version: 2, lines: ['a', 'b'] })
  })

  test('is merged on request otherwise, never overwritten', () => {
    const theirs = { version: 2, lines: ['c'] }
    expect(merging.unasked(base, yours, theirs)).toBeNull()
    expect(merging.together?.(base, yours, theirs).toCheck).toEqual(['a line'])
    expect(merging.over).toBeNull()
    expect(merging.differences(base, yours, theirs)).toEqual([])
  })
})
