import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scannedBarcodes, scannedGoods } from './element-strings.ts'
import { isTradeNumber } from './equal-barcodes.ts'

const today = '2026-11-30'
const gs = '\u001d'
const tea = '04006381333931'
const goods = { trade_number: tea, lot_number: 'AB-1', expires_on: '2027-06-30', quantity: 12 }

test.each([
  ['as a keyboard scanner sends it', `01${tea}1727063010AB-1${gs}3012`],
  ['with a separator at its start and after a fixed length', `${gs}01${tea}${gs}17270630${gs}10AB-1${gs}3012`],
  ['with the prefix of GS1-128', `]C101${tea}10AB-1${gs}172706303012`],
  ['with the prefix of GS1 DataMatrix', `]d201${tea}1727063010AB-1${gs}3012`],
  ['with the prefix of GS1 QR', `]Q301${tea}1727063010AB-1${gs}3012`],
  ['with the sign that Windows types for GS', `01${tea}10AB-1↔172706303012`],
  ['between elements of other kinds', `0034012345000000001801${tea}3103001250240X9${gs}10AB-1${gs}172706303012`],
  ['typed with brackets', `(01)${tea}(17)270630(10)AB-1(30)12`],
  ['typed with brackets and blanks', `(01) ${tea} (17) 270630 (10) AB-1 (30) 12`],
  ['as a link', `https://id.gs1.org/01/${tea}/10/AB-1?17=270630&30=12`],
  ['as a link of a shop, in capitals', `HTTPS://SHOP.EXAMPLE/P/01/4006381333931/10/AB%2D1?17=270630&30=12&X=1`],
])('a code is read %s', (_what, code) => expect(scannedGoods(code, today)).toEqual(goods))

test('a pallet’s label has the number and count of what it contains; a serial number stands for a lot', () => {
  expect(scannedGoods(`0034012345000000001802${tea}3740${gs}10L`, today)).toMatchObject({
    trade_number: tea,
    lot_number: 'L',
    quantity: 40,
  })
  expect(scannedGoods(`01${tea}21S-7`, today)).toMatchObject({ lot_number: 'S-7', quantity: null })
  expect(scannedGoods(`01${tea}21S-7${gs}10L`, today)?.lot_number).toBe('L')
  expect(scannedGoods(`(01)${tea}(10)A(B)C`, today)?.lot_number).toBe('A(B)C')
})

test.each([
  [today, '260228', '2026-02-28'],
  [today, '280200', '2028-02-29'],
  [today, '270200', '2027-02-28'],
  [today, '750101', '2075-01-01'],
  [today, '760101', '2076-01-01'],
  [today, '770101', '1977-01-01'],
  ['2055-01-01', '050101', '2105-01-01'],
  ['2055-01-01', '060101', '2006-01-01'],
  [today, '270230', ''],
  [today, '271301', ''],
  [today, '270001', ''],
])('on %s the date %s is %s', (now, date, day) => {
  expect(scannedGoods(`01${tea}17${date}`, now)?.expires_on).toBe(day)
})

test('an expiry date counts before a best before date, which counts if it is the only one', () => {
  expect(scannedGoods(`01${tea}1526123117261130`, today)?.expires_on).toBe('2026-11-30')
  expect(scannedGoods(`01${tea}15261231`, today)?.expires_on).toBe('2026-12-31')
})

test.each([
  ['a plain barcode', '4006381333931'],
  ['a wrong check digit', `01${tea.slice(0, -1)}2`],
  ['the beginning of a code', `01${tea.slice(0, -1)}`],
  ['a date cut off', `01${tea}17270`],
  ['a date with a separator inside', `01${tea}1727${gs}0630`],
  ['an identifier twice', `01${tea}01${tea}`],
  ['letters instead of an identifier', `01${tea}LOT5`],
  ['a lot without a trade number', '10AB-1'],
  ['a link without a trade number', 'https://example.com/01/2026/10/news'],
  ['something too long', `(01)${tea}(10)${'x'.repeat(2_000)}`],
  ['nothing', ''],
])('%s describes no goods', (_what, code) => expect(scannedGoods(code, today)).toBeNull())

test('a lot longer than 20 characters, because the scanner sent no separators, is left out', () => {
  expect(scannedGoods(`01${tea}10AB-1172706303012345678`, today)).toMatchObject({ trade_number: tea, lot_number: '' })
})

test('whatever goods are encoded, they are read again, in any order of the elements', () => {
  const lot = fc.stringMatching(/^[!-~]{1,20}$/).filter((text) => !/\(\d{2,4}\)/.test(text))
  const days = fc.date({ min: new Date('1977-01-01'), max: new Date('2076-11-30'), noInvalidDate: true })
  const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(lot, days, fc.integer({ min: 1, max: 99_999_999 }), order, (lot_number, date, quantity, at) => {
      const expires_on = date.toISOString().slice(0, 10)
      const pairs = [
        ['01', tea],
        ['17', expires_on.slice(2).replaceAll('-', '')],
        ['10', lot_number],
        ['30', `${quantity}`],
      ]
      const sorted = at.map((index) => pairs[index] ?? [])
      const scanned = sorted.map(([identifier, value]) => `${identifier}${value}${gs}`).join('')
      const printed = sorted.map(([identifier, value]) => `(${identifier})${value}`).join('')
      const expected = { trade_number: tea, lot_number, expires_on, quantity }
      expect(scannedGoods(scanned, today)).toEqual(expected)
      expect(scannedGoods(printed, today)).toEqual(expected)
      const link = `https://example.com/01/${tea}/10/${encodeURIComponent(lot_number)}?17=${pairs[1]?.[1]}&30=${quantity}`
      if (!/^\.{1,2}$/.test(lot_number)) expect(scannedGoods(link, today)).toEqual(expected)
    }),
  )
})

test('any text is read without an error, and what it describes is valid', () => {
  const pieces = fc.constantFrom(
    '01',
    '02',
    '10',
    '17',
    '30',
    '(01)',
    '(10)',
    ']C1',
    gs,
    tea,
    'https://a/01/',
    '%',
    '%E0%A4',
    '?17=',
    '/',
  )
  const hostile = fc.array(
    fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 30 }), fc.stringMatching(/^\d{0,20}$/)),
  )
  fc.assert(
    fc.property(hostile, (parts) => {
      const code = parts.join('')
      const found = scannedGoods(code, today)
      const barcodes = scannedBarcodes(code)
      expect(barcodes[0]).toBe(code)
      expect(barcodes.length).toBeLessThan(12)
      if (!found) return
      expect(isTradeNumber(found.trade_number)).toBe(true)
      expect(barcodes).toContain(found.trade_number)
      expect(found.lot_number).toMatch(/^[!-~]{0,20}$/)
      expect(found.expires_on).toMatch(/^(|\d{4}-\d\d-\d\d)$/)
    }),
    { numRuns: 300 },
  )
})

test('a scanned code stands for its own barcode, equal ones, and those of the goods it describes', () => {
  expect(scannedBarcodes('036000291452')).toContain('0036000291452')
  expect(scannedBarcodes(`01${'00036000291452'}10L`)).toEqual(expect.arrayContaining(['036000291452', '0036000291452']))
  expect(scannedBarcodes('LOT-1')).toEqual(['LOT-1'])
})
