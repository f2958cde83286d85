import { describe, expect, test } from 'vitest'
import { createReceipt } from '../../contract/receiving.ts'
import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { newId } from '../kit/new-id.ts'
import {
  blankPart,
  blocked,
  excessOf,
  exceedingFields,
  expiredOn,
  newReceiptValues,
  type Part,
  partPath,
  partsOf,
  receiptInput,
  receiptSummary,
  scannedLine,
  sentLines,
  wholeReceipt,
} from './receipt-values.ts'

const ids = ['01a1ffa0-0000-7000-8000-000000000001', '01a1ffa0-0000-7000-8000-000000000002'] as const
const location = '01a1ffa0-0000-7000-8000-00000000000a'
const line = (index: 0 | 1, remaining: number, sku: string) =>
  ({
    id: ids[index],
    remaining,
    location_id: null,
    product_sku: sku,
    product_barcode: null,
    received_quantity: 0,
  }) as PurchaseOrderLine
const order = { id: ids[0], lines: [line(0, 10, 'NW-1'), line(1, 0.3, 'NW-2')] } as PurchaseOrder
const [one, two] = order.lines as [PurchaseOrderLine, PurchaseOrderLine]
const part = (of: PurchaseOrderLine, quantity: number | string, more: Partial<Part> = {}): Part => ({
  ...blankPart(of, location, newId()),
  quantity,
  ...more,
})
const values = (parts: Part[], over: string[] = []) => ({ ...newReceiptValues(), parts, over })

describe('the input sent', () => {
  test('parts with a quantity are sent; those with 0 are skipped, and text is left for the schema to refuse', () => {
    const sent = sentLines(order, values([part(one, 4), part(one, ''), part(two, 0), part(two, 'x')]))
    expect(sent).toEqual([
      { part: 0, quantity: 4, is_over_delivery: false },
      { part: 3, quantity: 'x', is_over_delivery: false },
    ])
  })

  test('a quantity beyond the remaining one becomes a separate line only if it is intended', () => {
    const parts = [part(one, 8), part(one, 5)]
    expect(sentLines(order, values(parts)).map(({ quantity }) => quantity)).toEqual([8, 5])
    expect(sentLines(order, values(parts, [one.id]))).toEqual([
      { part: 0, quantity: 8, is_over_delivery: false },
      { part: 1, quantity: 2, is_over_delivery: false },
      { part: 1, quantity: 3, is_over_delivery: true },
    ])
    expect(sentLines(order, values([part(two, 0.4)], [two.id])).map(({ quantity }) => quantity)).toEqual([0.3, 0.1])
  })

  test('the input matches the contract; an expiry is sent only with a lot', () => {
    const input = receiptInput(
      order,
      values([
        part(one, 4, { expires_on: '2030-01-01' }),
        part(two, 0.1, { lot_number: 'L', expires_on: '2030-01-01' }),
      ]),
    )
    const { lines } = createReceipt.input.parse(input)
    expect(lines.map(({ lot_number, expires_on }) => [lot_number, expires_on])).toEqual([
      [null, null],
      ['L', '2030-01-01'],
    ])
  })

  test('a refusal of a line finds the part it came from', () => {
    const typed = values([part(one, 0), part(one, 12)], [one.id])
    expect(partPath(order, 'lines.1.quantity', typed)).toBe('parts.1.quantity')
    expect(partPath(order, 'lines.0.photos.0', typed)).toBe('parts.1.photos')
    expect(partPath(order, 'lines', typed)).toBe('lines')
    expect(partPath(order, 'lines.7.quantity', typed)).toBe('lines.7.quantity')
  })
})

test('an excess is named beside the last part of its line, exactly', () => {
  expect(exceedingFields(order, values([part(one, 6), part(one, 4), part(two, 0.3)]))).toEqual({})
  expect(exceedingFields(order, values([part(one, 6), part(one, 4.0001), part(two, 0.1), part(two, 0.2)]))).toEqual({
    'parts.1.quantity': 'Only 10 remaining',
  })
  expect(exceedingFields(order, values([part(one, 11)], [one.id]))).toEqual({})
  expect(excessOf(two, [part(two, 0.1), part(two, 0.3)])).toBe(0.1)
})

test('the message above the form belongs to a quantity that exceeds, whatever its error says', () => {
  const exceeding = values([part(one, 11), part(two, 0.1)])
  expect(receiptSummary(order, exceeding, { 'parts.0.quantity': 'Refused' })).toBe(
    'Some items exceed remaining quantity',
  )
  expect(receiptSummary(order, exceeding, { 'parts.1.quantity': 'Only numbers are remaining' })).toBeUndefined()
  expect(receiptSummary(order, exceeding, {})).toBeUndefined()
})

test('nothing is received while nothing is typed or a part has no location', () => {
  expect(blocked(values([]))).toEqual({ nothing: true, noLocation: false })
  expect(blocked(values([part(one, 0, { location_id: '' })]))).toEqual({ nothing: true, noLocation: false })
  expect(blocked(values([part(one, 1, { location_id: '' })]))).toEqual({ nothing: false, noLocation: true })
  expect(blocked(values([part(one, 1)]))).toEqual({ nothing: false, noLocation: false })
})

test('the total remaining is counted over all lines, and needs a location for each', () => {
  const lines = [one, { ...two, received_quantity: two.quantity, remaining: 0 }] as PurchaseOrder['lines']
  expect(wholeReceipt({ lines }, values([]), location)).toEqual({ units: one.remaining, noLocation: false })
  const nowhere = { lines: [{ ...one, location_id: null }] as PurchaseOrder['lines'] }
  expect(wholeReceipt(nowhere, values([]), '').noLocation).toBe(true)
  expect(wholeReceipt(nowhere, values([part(one, '', { location_id: location })]), '').noLocation).toBe(false)
})

test('an untouched line shows one empty part at its location', () => {
  expect(partsOf(one, [], location)).toEqual([blankPart(one, location)])
  expect(partsOf({ ...one, location_id: ids[1] }, [], location)[0]?.location_id).toBe(ids[1])
})

test('a scan finds its line in any case, one with something remaining first', () => {
  const twice = { ...order, lines: [one, { ...one, id: 'second' }, two] } as PurchaseOrder
  expect(scannedLine(twice, [], ' nw-1 ')?.id).toBe(one.id)
  expect(scannedLine(twice, [part(one, 10)], 'NW-1')?.id).toBe('second')
  expect(scannedLine(order, [part(one, 10)], 'NW-1')?.id).toBe(one.id)
  expect(scannedLine(order, [], 'NW-9')).toBeNull()
})

test('a scan finds the line of a barcode, with regard to case, before the one of an equal SKU', () => {
  const coded = { ...two, product_barcode: 'Ab-4006381' }
  const lines = [one, { ...one, id: 'other', product_sku: 'Ab-4006381' }, coded]
  const scanned = (code: string) => scannedLine({ ...order, lines }, [], code)?.id
  expect(scanned(' Ab-4006381')).toBe(two.id)
  expect(scanned('AB-4006381')).toBe('other')
  expect(scannedLine({ ...order, lines: [coded] }, [], 'AB-4006381')).toBeNull()
})

test('goods have expired once the day of their lot has passed; today is still good', () => {
  const today = '2026-11-28'
  expect(expiredOn(part(one, 1, { lot_number: 'L', expires_on: '2026-11-27' }), today)).toBe('2026-11-27')
  for (const fields of [
    { lot_number: 'L', expires_on: today },
    { lot_number: 'L', expires_on: '' },
    { lot_number: 'L', expires_on: '1 Jan 20' },
    // Without a lot the day is not sent.
    { lot_number: ' ', expires_on: '2020-01-31' },
  ])
    expect(expiredOn(part(one, 1, fields), today)).toBeNull()
})

test('a scan finds the line of an equal barcode: a UPC-A code is the EAN-13 with a zero before it', () => {
  const [one, two] = order.lines as [PurchaseOrderLine, PurchaseOrderLine]
  const lines = [one, { ...two, product_barcode: '036000291452' }]
  expect(scannedLine({ ...order, lines }, [], '0036000291452')?.id).toBe(two.id)
  const both = [{ ...one, product_barcode: '0036000291452' }, ...lines.slice(1)]
  expect(scannedLine({ ...order, lines: both }, [], '036000291452')?.id).toBe(two.id)
})

test('a scanned code is found despite an invisible mark around it', () => {
  expect(scannedLine(order, [], '\u200enw-1\u2060 ')).toBe(one)
  expect(scannedLine(order, [], 'nw\u200e-1')).toBeNull()
})
