import fc from 'fast-check'
import type { Schema } from './endpoint-inputs.ts'

/**
 * Values as JSON texts, for property tests of everything that reads input: JSON.stringify can't write some of them
 * (1e309, a list nested 4,000 deep), and a test that parses them gets what the server gets.
 */

/** Names that objects have by default, or that code looks up on a value. */
const hostileNames = [
  'toString',
  'valueOf',
  'toJSON',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'length',
  'then',
  'id',
  'a\0b',
  '\uD83D',
  '',
]

const fragments = [
  '\0',
  '\uD83D',
  '\uDE00',
  '🧃',
  '\u202E',
  '\r\n',
  ' ',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '=1+1',
  '<a@b.de>',
  'https://',
  'http://[::1',
  '__proto__',
  'ﬃ',
  'İ',
  '\u0300',
]

/** Texts of every kind of character, with pieces that have caused failures. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 4 })), { maxLength: 6 })
    .map((all) => all.join('')),
  fc
    .tuple(fc.constantFrom('x', ' ', '🧃', '\uD83D', '%'), fc.constantFrom(199, 200, 201, 501, 9_999, 10_001, 20_001))
    .map(([one, times]) => one.repeat(times)),
)

const hostileNumber = fc.oneof(
  fc.constantFrom('1e309', '-1e309', '1e308', '5e-324', '-0', '0.00001', '99999999999999999999', '9007199254740993'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.maxSafeInteger().map(String),
)

const nested = fc
  .tuple(fc.constantFrom(2, 12, 13, 50, 4_000, 20_000), fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"b":', '}]']))
  .map(([deep, [open = '', close = '']]) => `${open.repeat(deep)}1${close.repeat(deep)}`)

/** Objects with fields that shadow built-in ones. */
const hostileObject = fc
  .dictionary(
    fc.constantFrom(...hostileNames),
    fc.oneof(
      hostileText.map((text) => JSON.stringify(text)),
      hostileNumber,
      fc.constant('null'),
      fc.constant('{}'),
    ),
    {
      minKeys: 1,
      maxKeys: 3,
    },
  )
  .map(
    (fields) =>
      `{${Object.entries(fields)
        .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
        .join()}}`,
  )

/** Any JSON value, well formed or as hostile as JSON can be. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: hostileObject },
  { weight: 1, arbitrary: hostileObject.map((one) => `[${one},${one}]`) },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: fc.constantFrom('null', 'true', '[]', '{}', '[[]]', '{"__proto__":{"a":1}}', '[null]') },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
)

const edgeDates = ['1970-01-01', '1969-12-31', '9999-12-31', '2026-02-29', '2024-02-29', '2026-13-01', '0001-01-01']
const edgeTimes = [
  'T00:00:00Z',
  'T23:59:59.999999Z',
  'T24:00:00Z',
  'T12:00:00+14:00',
  'T12:00:00-14:00',
  'T12:00',
  ' 12:00',
]

/** A value of a field's kind, often from its edges; `ids` are existing ones. */
export function fittingJson(schema: Schema, ids: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (schema.const !== undefined) return fc.constant(JSON.stringify(schema.const))
  if (schema.enum) return fc.constantFrom(...schema.enum.map((value) => JSON.stringify(value)))
  switch (schema.type) {
    case 'boolean':
      return fc.constantFrom('true', 'false')
    case 'number':
    case 'integer':
      return fc.oneof(
        fc.integer({ min: 0, max: 20 }).map(String),
        fc.constantFrom('0', '1', '0.0001', '0.01', '99999999.99', '9999999999', '99999999999', '-1'),
        fc.tuple(fc.nat(10_000_000), fc.constantFrom('', '.5', '.01', '.125', '.9999')).map((parts) => parts.join('')),
      )
    case 'array':
      return fc.array(fittingJson(schema.items ?? {}, ids), { maxLength: 3 }).map((all) => `[${all.join()}]`)
    default:
      if (schema.format === 'uuid') return ids.map((id) => JSON.stringify(id))
      return fc.oneof(
        fc
          .tuple(fc.constantFrom(...edgeDates), fc.constantFrom('', ...edgeTimes))
          .map(([day, time]) => JSON.stringify(day + time)),
        fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text)),
        fc.constantFrom('"a@b.example"', '"https://shop.example/a.png"', '"#3B82F6"', '"true"', '"10"', '"name"'),
      )
  }
}
