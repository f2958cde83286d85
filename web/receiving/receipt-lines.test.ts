import { expect, test } from 'vitest'
import { byProduct } from './receipt-lines.ts'

test('the lines of a receipt are grouped by product, in the order of their first lines', () => {
  const line = (line_no: number, product_id: string) => ({ line_no, product_id })
  const groups = byProduct([line(1, 'tea'), line(2, 'coffee'), line(3, 'tea')])
  expect(groups.map((lines) => lines.map(({ line_no }) => line_no))).toEqual([[1, 3], [2]])
})
