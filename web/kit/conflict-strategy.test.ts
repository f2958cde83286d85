import { describe, expect, test } from 'vitest'
import { mergeByField, mergeByLines } from './conflict-strategy.ts'

describe('a record of plain fields', () => {
  const base = { version: 1, name: 'Chai', price: 18 as number | '', stock: 5 }
  const { mergeSilently, differences, choice } = mergeByField<typeof base>({
    name: 'Name',
    price: { name: 'Price', show: (price) => `$${price}` },
  })
  const theirs = { ...base, version: 2, price: 20, stock: 3 }
  const overwritten = (yours: typeof base, saved: typeof base) =>
    choice.kind === 'overwrite' ? choice.values(base, yours, saved) : null

  test('changes by two people to different fields are merged without asking', () => {
    expect(mergeSilently(base, { ...base, name: 'Tea' }, theirs)).toEqual({ ...theirs, name: 'Tea' })
    expect(differences(base, { ...base, name: 'Tea' }, theirs)).toEqual([])
  })

  test('a field that both changed is asked about, in both versions', () => {
    const yours = { ...base, name: 'Tea', price: 19 }
    expect(mergeSilently(base, yours, theirs)).toBeNull()
    expect(differences(base, yours, theirs)).toEqual([{ name: 'Price', yours: '$19', theirs: '$20' }])
    const nameless = { ...base, name: '' }
    expect(differences(base, nameless, { ...theirs, name: 'Chai tea' })).toEqual([
      { name: 'Name', yours: '–', theirs: 'Chai tea' },
    ])
  })

  test('overwriting keeps what only the other person changed', () => {
    const yours = { ...base, price: 19 }
    expect(overwritten(yours, { ...theirs, name: 'Tea' })).toEqual({ ...theirs, name: 'Tea', price: 19 })
  })

  test('a field without a name is never yours', () => {
    expect(overwritten({ ...base, stock: 9 }, theirs)).toEqual(theirs)
  })
})

describe('a record of lines', () => {
  type Order = { version: number; lines: string[] }
  const { mergeSilently, differences, choice } = mergeByLines<Order>({
    merge: (_base, yours, theirs) => ({ values: { ...theirs, lines: yours.lines }, toCheck: ['a line'] }),
    canFastForward: (base, _yours, theirs) => base.lines.join() === theirs.lines.join(),
  })
  const base = { version: 1, lines: ['a'] }
  const yours = { version: 1, lines: ['a', 'b'] }

  test('is updated without asking if it only moved on', () => {
    expect(mergeSilently(base, yours, { version: 2, lines: ['a'] })).toEqual({ version: 2, lines: ['a', 'b'] })
  })

  test('is merged on request otherwise, never overwritten', () => {
    const theirs = { version: 2, lines: ['c'] }
    expect(mergeSilently(base, yours, theirs)).toBeNull()
    expect(choice.kind === 'merge' && choice.merge(base, yours, theirs).toCheck).toEqual(['a line'])
    expect(differences(base, yours, theirs)).toEqual([])
  })
})
