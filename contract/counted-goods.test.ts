import { expect, test } from 'vitest'
import { countedGoods } from './counted-goods.ts'

test('goods are counted in units, or in products if one of several is measured', () => {
  const bowl = { product_id: 'bowl', quantity_decimals: 0 }
  const flour = { product_id: 'flour', quantity_decimals: 3 }
  expect(countedGoods(5, [bowl, bowl])).toBe('5 units')
  expect(countedGoods(2.5, [flour, flour])).toBe('2.5 units')
  expect(countedGoods(6.5, [bowl, bowl, flour])).toBe('2 products')
})
