import { expect, test } from 'vitest'
import { mixedStock } from './stock-units.ts'

test.each([
  [true, 7, 0, null],
  [false, 4, 2, { units: '4 units', rest: 'plus 2 products in decimals' }],
  [false, 1_240, 0, { units: '1,240 units', rest: null }],
  // Only the number of products can be shown: nothing else is in stock, or too many are measured in decimals.
  [false, 0, 2, null],
  [false, null, null, null],
])(
  'stock with a sum (%s), %s whole units and %s products in decimals',
  (units_have_sum, whole_units, decimal_products, texts) => {
    expect(mixedStock({ units_have_sum, whole_units, decimal_products })).toEqual(texts)
  },
)
