import { expect, test } from 'vitest'
import { checkPlainWords, oddIdentifiers, oddWords } from './plain-words.ts'
import { quotedTexts } from './quoted-texts.ts'
import { existsSync, readFileSync } from 'node:fs'

test('a word that reads like a translation is named with its line and a better word', () => {
  expect(oddWords('// Mend the row.\n-- What lies there\ntest("nobody waits")')).toEqual([
    '1: “Mend” makes a reader stop. Better: fix.',
    '2: “lies” makes a reader stop. Better: is, exists, is stored.',
    '3: “nobody” makes a reader stop. Better: no one.',
  ])
  expect(oddWords('is said\nWhoever\nto whom\nwhat is there')).toHaveLength(4)
})

test('other words that contain one of them are fine', () => {
  expect(oddWords('recommend, amend, families, replies, who ever, the whole order, beliefs')).toEqual([])
})

test('a quoted text may contain any word', () => {
  expect(oddWords('a text of the spec: "To whom it may concern"', ['To whom it may concern'])).toEqual([])
  expect(oddWords('whom', ['To whom it may concern'])).toHaveLength(1)
})

test('a name in code is split into its parts, in camel case and in snake case', () => {
  expect(oddIdentifiers('const walkedRows = 1\nselect app.retell_comment, is_told')).toEqual([
    '1: the name “walkedRows” makes a reader stop. Better: scan, or moveFocus for arrow keys.',
    '2: the name “is_told” makes a reader stop. Better: what it is: notification, result, outcome.',
  ])
  const odd = ['mendLinks', 'inTurn', 'turns.take()', 'knownCustomers', 'known_products', 'Walked', 'untold', 'setTold']
  for (const name of odd) expect(oddIdentifiers(name), name).toHaveLength(1)
})

test('a name is only odd in code, and only as a part of its own', () => {
  const usual = ['turnOffPush', 'returned', 'known', 'isKnown', 'cost_is_known', 'unknown', 'amendment', 'sidewalk']
  expect(oddIdentifiers(usual.join('\n'))).toEqual([])
  expect(oddIdentifiers("// the turn of a walk\n/* told */ const a = 'turn' -- in turn")).toEqual([])
})

test('every quoted text exists', () => {
  for (const [file, texts] of Object.entries(quotedTexts)) {
    expect(existsSync(file), file).toBe(true)
    for (const text of texts) expect(readFileSync(file, 'utf8')).toContain(text)
  }
})

test('the repository uses plain words only', () => expect(checkPlainWords()).toEqual([]))
