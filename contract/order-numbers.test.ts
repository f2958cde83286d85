import { expect, test } from 'vitest'
import { typedNumber, withDashes } from './order-numbers.ts'

test.each<[string, string[]]>([
  // The whole number, however it is typed.
  ...[
    'SO-275954-123',
    'so-275954-123',
    'SO275954123',
    'SO275954-123',
    'SO-275954123',
    'so 275954 123',
    'SO 275954123',
    'SO–275954–123',
    'SO.275954.123',
    'SO/275954/123',
    'SO_275954_123',
    '#SO-275954-123',
    ' SO-275954-123 ',
  ].map((text): [string, string[]] => [text, ['so-275954-123']]),
  ['PO275954123', ['po-275954-123']],
  // Without the prefix.
  ['275954-123', ['275954-123']],
  ['275954123', ['275954-123']],
  ['275954 123', ['275954-123']],
  ['-275954-123', ['-275954-123']],
  ['#275954123', ['-275954-123']],
  ['o-275954-123', ['o-275954-123']],
  // The beginning.
  ['SO275954', ['so-275954']],
  ['SO-275954', ['so-275954']],
  ['SO-275954-', ['so-275954-']],
  ['SO2759', ['so-2759']],
  ['SO2759541', ['so-275954-1']],
  ['SO-275954-1', ['so-275954-1']],
  ['so1', ['so-1']],
  // The end, and the middle.
  ['123', ['123']],
  ['-123', ['-123']],
  ['4-123', ['4-123']],
  ['954-12', ['954-12']],
  ['4123', ['4123', '4-123']],
  ['54123', ['54123', '54-123']],
  ['275954', ['275954', '275-954']],
  ['2759541', ['275954-1', '2759-541']],
  ['27595412', ['275954-12', '27595-412']],
  // No numbers of orders.
  ...['', ' ', '-', 'so', 'so-', 'SO-', '12', '2759541234', 'SO2759541234', '275954-1234', '2759541-23', '1-2-3'].map(
    (text): [string, string[]] => [text, []],
  ),
  ...['table 4711', 'so long', '4711 lamp', 'SO12A', '1Z999', 'XO-275954-123', '٢٧٥٩٥٤', '1.5e3'].map(
    (text): [string, string[]] => [text, []],
  ),
])('%j can be %j', (text, forms) => {
  expect(typedNumber(text)?.forms ?? []).toEqual(forms)
})

test.each([
  ['Receipt 2 of PO-275954-123', 'po-275954-123', { kind: 'receipt', number: 2 }],
  ['receipt 2 of po275954123', 'po-275954-123', { kind: 'receipt', number: 2 }],
  ['PO-275954-123, receipt 2', 'po-275954-123', { kind: 'receipt', number: 2 }],
  ['Shipment 10 of SO-275954-123', 'so-275954-123', { kind: 'shipment', number: 10 }],
])('%j is a document of %j', (text, form, document) => {
  expect(typedNumber(text)).toEqual({ forms: [form], document })
})

test.each([
  ['SO275954123', 'so-275954-123'],
  ['275954123', '275954-123'],
  ['2759', '2759'],
  ['Table 4711', 'Table 4711'],
  ['Receipt 2 of PO-275954-123', 'Receipt 2 of PO-275954-123'],
  ['+50', '+50'],
  ['SO-275954-123, shipment', 'SO-275954-123, shipment'],
  ['SO-275954-123,', 'SO-275954-123,'],
])('lists search for %j as %j', (text, searched) => {
  expect(withDashes(text)).toBe(searched)
})
