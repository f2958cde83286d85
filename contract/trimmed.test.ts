import { expect, test } from 'vitest'
import { optionalText, requiredText } from './fields.ts'
import { trimmed } from './trimmed.ts'

const required = requiredText('Name is required')

test.each([
  ['zero width space', '\u200b'],
  ['zero width joiner and non-joiner', '\u200d\u200c'],
  ['word joiner', '\u2060'],
  ['byte order mark', '\ufeff'],
  ['soft hyphen', '\u00ad'],
  ['combining grapheme joiner', '\u034f'],
  ['direction marks', '\u200e\u200f\u061c\u202e\u202c\u2066\u2069'],
  ['invisible operators', '\u2061\u2062\u2063\u2064'],
  ['tags', '\u{e0001}\u{e0041}\u{e007f}'],
  ['variation selectors', '\ufe0f\ufe0e\u{e0100}'],
  ['Mongolian vowel separator', '\u180e'],
  ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
  ['Khmer inherent vowels', '\u17b4\u17b5'],
  ['empty Braille cell', '\u2800'],
  ['blanks of all widths', '\u00a0\u2000\u2003\u202f\u3000\u1680'],
  ['control characters', '\u0001\u0007\u001b\u0085'],
  ['line and paragraph separators', '\u2028\u2029'],
  ['a musical note without a head', '\u{1d159}'],
  ['fillers of Khitan and of hieroglyphs', '\u{16fe4}\u{13441}'],
  ['a mixture', ' \u200b\n\u3164\u2060\t\ufeff '],
])('%s alone is no text', (_name, text) => {
  expect(trimmed(text)).toBe('')
  expect(required.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['Name is required'])
  expect(optionalText().parse(text)).toBeNull()
})

test.each([
  ['Persian with a non-joiner inside a word', 'می\u200cخواهم'],
  ['Hindi with a joiner inside a word', 'क्\u200dष'],
  ['a family, joined', '👨\u200d👩\u200d👧'],
  ['a heart with a variation selector', '❤\ufe0f'],
  ['the flag of Scotland, made of tags', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['an ideograph with a variation', '葛\u{e0100}'],
  ['Mongolian with a vowel separator', 'ᠠ\u180eᠡ'],
  ['Korean', '한국어'],
  ['Braille', '⠃\u2800⠗'],
  ['the sign that begins an Arabic number', '\u0600'],
  ['a combining accent alone', '\u0301'],
  ['a letter of private use', '\ue000'],
  ['one letter', 'x'],
])('%s stays as it is', (_name, text) => {
  expect(required.parse(` ${text}\n`)).toBe(text)
})

test('NUL isn’t missing text: it is refused as what it is', () => {
  expect(trimmed('\0')).toBe('\0')
  expect(trimmed(' a\0 ')).toBe('a\0')
})

test.each([
  ['a direction mark, as Excel puts before Arabic and Hebrew', '\u200eB-1\u200f'],
  ['an Arabic letter mark', 'B-1\u061c'],
  ['a zero width space, as web pages put into tables', '\u200b\u200bB-1 \u200b'],
  ['a word joiner', '\u2060B-1'],
])('%s isn’t part of a text that begins or ends with it', (_name, text) => {
  expect(trimmed(text)).toBe('B-1')
})

test('a text with a hundred thousand blanks inside is trimmed at once', () => {
  const text = `a${' '.repeat(100_000)}b`
  const begin = performance.now()
  expect(trimmed(` ${text} `)).toBe(text)
  expect(performance.now() - begin).toBeLessThan(500)
})
