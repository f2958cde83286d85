import { expect, test } from 'vitest'
import { returnableRows } from './returnable-rows.ts'

const lines = [
  { id: 'tea', product_name: 'Tea' },
  { id: 'wax', product_name: 'Wax' },
  { id: 'oil', product_name: 'Oil' },
]
const lot = (sales_order_item_id: string, lot_number: string, quantity: number) => ({
  sales_order_item_id,
  lot_id: lot_number || 'none',
  lot_number,
  quantity,
})

test('a return has a row per line, and per lot of a line of which several were shipped', () => {
  const lots = [lot('tea', '', 1), lot('tea', 'A', 2.5), lot('wax', 'B', 3)]
  expect(returnableRows(lines, lots)).toEqual([
    {
      id: 'tea none',
      product_name: 'Tea',
      lot: '',
      sales_order_item_id: 'tea',
      lot_id: 'none',
      most: 1,
      note: '1 without a lot shipped, not returned',
    },
    {
      id: 'tea A',
      product_name: 'Tea',
      lot: ' (lot A)',
      sales_order_item_id: 'tea',
      lot_id: 'A',
      most: 2.5,
      note: '2.5 of lot A shipped, not returned',
    },
    {
      id: 'wax B',
      product_name: 'Wax',
      lot: '',
      sales_order_item_id: 'wax',
      lot_id: 'B',
      most: 3,
      note: '3 shipped, not returned',
    },
  ])
})
