import { expect, test } from 'vitest'
import { matching, mentionAt, nameFor, partsOf, toStored, toTyped } from './comment-text.ts'

const anna = { user_id: '00000000-0000-4000-8000-00000000000a', name: 'Anna Field', email: 'anna@example.com' }
const annabel = { user_id: '00000000-0000-4000-8000-00000000000b', name: 'Anna Fieldmann', email: 'bel@example.com' }
const other = { user_id: '00000000-0000-4000-8000-00000000000c', name: 'Anna Field', email: 'af@example.com' }

test("a chosen name is stored as the person's id, a typed one stays text", () => {
  expect(toStored('@Anna Field, see this. @Bob too', [anna])).toBe(`<@${anna.user_id}>, see this. @Bob too`)
  expect(toStored('@Anna Field', [])).toBe('@Anna Field')
})

test('a name is told apart from one that it begins with, and from a longer word', () => {
  const typed = '@Anna Fieldmann and @Anna Field and @Anna Fields'
  expect(toStored(typed, [anna, annabel])).toBe(`<@${annabel.user_id}> and <@${anna.user_id}> and @Anna Fields`)
})

test('names are matched literally, even if they look like a pattern', () => {
  const strange = { user_id: anna.user_id, name: 'A.* (B) $& \\' }
  expect(toStored('@A.* (B) $& \\ and @Ax', [strange])).toBe(`<@${anna.user_id}> and @Ax`)
  expect(toTyped(`<@${anna.user_id}>!`, [strange]).text).toBe('@A.* (B) $& \\!')
})

test("a stored text is shown with current names, and its stored form doesn't change", () => {
  const body = `<@${anna.user_id}> and <@${other.user_id}>\nplease`
  const { text, named } = toTyped(body, [anna, other])
  expect(text).toBe('@Anna Field and @Anna Field (2)\nplease')
  expect(toStored(text, named)).toBe(body)
})

test('two people with one name are written with their addresses', () => {
  expect(nameFor(anna, [anna, annabel])).toBe('Anna Field')
  expect(nameFor(anna, [anna, other])).toBe('Anna Field (anna@example.com)')
})

test('a comment is shown with mentions and links, and everything else as text', () => {
  const body = `See (https://a.example/x?y=1), <@${anna.user_id}>: <b>now</b> javascript:alert(1) http:// <@${other.user_id}>`
  expect(partsOf(body, [anna])).toEqual([
    { kind: 'text', text: 'See (' },
    { kind: 'link', text: 'https://a.example/x?y=1' },
    { kind: 'text', text: '), ' },
    { kind: 'mention', text: '@Anna Field' },
    { kind: 'text', text: `: <b>now</b> javascript:alert(1) http:// <@${other.user_id}>` },
  ])
})

test('a mention is typed from an @ at the beginning of a word', () => {
  expect(mentionAt('@', 1)).toEqual({ start: 0, letters: '' })
  expect(mentionAt('Hello @anna fi', 14)).toEqual({ start: 6, letters: 'anna fi' })
  expect(mentionAt('mail me@example', 15)).toBeNull()
  expect(mentionAt('@anna\n', 6)).toBeNull()
  expect(mentionAt('@ ', 2)).toBeNull()
})

test('people are found by the beginning of any word of their name or address, the beginning of the name first', () => {
  expect(matching([annabel, anna], 'anna f')).toEqual([annabel, anna])
  expect(matching([annabel, anna], 'fieldm')).toEqual([annabel])
  expect(matching([anna, other], 'af')).toEqual([other])
  expect(matching([anna], 'x')).toEqual([])
})
