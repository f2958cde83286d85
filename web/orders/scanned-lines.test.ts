import { expect, test } from 'vitest'
import { blankLine, type OrderLineValues } from './order-line.ts'
import { hasCode, lineToRaise, withScanned } from './scanned-lines.ts'

const soap = { sku: 'S-1', barcode: '036000291452' }

const line = (fields: Partial<OrderLineValues>): OrderLineValues => ({ ...blankLine('shop'), ...fields })

test('a product has its SKU and its barcode as codes, also an equal or a GS1 one, and no part of its name', () => {
  for (const code of ['s-1', ' 036000291452 ', '0036000291452', '010003600029145210AB'])
    expect(hasCode(soap, code)).toBe(true)
  for (const text of ['s', 'Soap', '', '36000291452']) expect(hasCode(soap, text)).toBe(false)
  expect(hasCode({ sku: 'S-1', barcode: '' }, '')).toBe(false)
})

test('a scan raises the last line of its product at the same location, unless its quantity is mistyped', () => {
  const lines = [line({ product_id: 'a' }), line({ product_id: 'a', quantity: 3 }), line({ product_id: 'b' }), line({})]
  expect(lineToRaise(lines, 'a', 3)).toBe(1)
  expect(lineToRaise(lines, 'a')).toBe(1)
  expect(lineToRaise(lines, 'c', 3)).toBe(-1)
  expect(lineToRaise([line({ product_id: 'a', location_id: 'shed' }), line({})], 'a', 1)).toBe(-1)
  expect(lineToRaise([line({ product_id: 'a', quantity: '2x' }), line({})], 'a', 1)).toBe(-1)
  expect(lineToRaise([line({ product_id: 'a', quantity: '' }), line({})], 'a', 1)).toBe(0)
})

test('a saved line that gets another product stays a line', () => {
  const lines = [line({ product_id: 'a' }), line({ id: 'saved' })]
  expect(lineToRaise(lines, 'a', 1)).toBe(-1)
})

test('a scan adds one unit, or the units of its code, and the blank line goes', () => {
  const lines = [line({}), line({ product_id: 'a', quantity: 0.1 })]
  expect(withScanned(lines, 1, '036000291452', 0)).toEqual([{ ...lines[1], quantity: 1.1 }])
  expect(withScanned(lines, 1, '0100036000291452300012').map(({ quantity }) => quantity)).toEqual([1, 12.1])
})
