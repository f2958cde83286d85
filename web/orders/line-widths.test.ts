import { expect, test } from 'vitest'
import { lineWidths } from './line-widths.ts'

test('the columns of an order’s lines have room for their longest figures', () => {
  expect(
    lineWidths([
      { quantity: 2_499, unit_price: 99_999_999.99 },
      { quantity: 200_000, unit_price: 12.5 },
      { quantity: '', unit_price: '' },
    ]),
  ).toEqual({
    '--quantity-characters': 6,
    '--price-characters': 11,
    '--currency-characters': 1,
    '--amount-characters': 19,
  })
  expect(lineWidths([])).toEqual({
    '--quantity-characters': 0,
    '--price-characters': 0,
    '--currency-characters': 1,
    '--amount-characters': 0,
  })
})
