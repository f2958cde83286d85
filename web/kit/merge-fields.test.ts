import { expect, test } from 'vitest'
import { clashSentences, mergeFields, mergeNamed, sameBut } from './merge-fields.ts'

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
  const old = { version: 1, notes: '', lines: [{ key: 'a', id: 'a', quantity: 1 }] }
  expect(sameBut(old, { ...old, version: 2, lines: [{ key: 'other', id: 'a', quantity: 1 }] }, ['version'])).toBe(true)
  expect(sameBut(old, { ...old, version: 2, notes: 'theirs' }, ['version'])).toBe(false)
  expect(sameBut(old, { ...old, lines: [{ key: 'a', id: 'a', quantity: 2 }] }, ['version'])).toBe(false)
})

test('a field that both changed is listed with the other value', () => {
  const theirs = { notes: 'at the back door', date: '', version: 3 }
  expect(clashSentences(['notes', 'date', 'version'], theirs, { notes: 'the notes', date: 'the date' })).toEqual([
    'You both changed the notes. The form has your value; theirs was “at the back door”.',
    'You both changed the date. The form has your value; theirs was empty.',
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
