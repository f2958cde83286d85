import { expect, test } from 'vitest'
import type { PurchaseOrder, PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { blankPart, type Part } from './receipt-values.ts'
import { scannedPart, withoutScan } from './scanned-parts.ts'

const location_id = '01a1ffa0-0000-7000-8000-00000000000a'
const line = { id: '01', remaining: 40, location_id: null, product_sku: 'TEA', product_barcode: '4006381333931' }
const order = { lines: [line] } as PurchaseOrder
const one = line as PurchaseOrderLine
const part = (more: Partial<Part>): Part => ({ ...blankPart(one, location_id, more.lot_number ?? 'first'), ...more })
const scan = (code: string, ...parts: Part[]) =>
  scannedPart(order, parts, { code, today: '2026-11-30', location_id })?.part

const label = '010400638133393117270630'

test('a plain barcode adds a unit to the first part, and a code of other goods is none of this order', () => {
  expect(scan('4006381333931')).toMatchObject({ quantity: 1, lot_number: '', expires_on: '' })
  expect(scan('4006381333931', part({ quantity: 2, lot_number: 'A' }))).toMatchObject({ quantity: 3, lot_number: 'A' })
  expect(scan('010500015940723610A')).toBeUndefined()
})

test('a GS1 code fills in lot and expiry date, and adds the units that it has, otherwise one', () => {
  const filled = { lot_number: 'A', expires_on: '2027-06-30', location_id }
  expect(scan(`${label}10A`)).toMatchObject({ ...filled, quantity: 1 })
  expect(scan(`${label}10A\u001d3012`)).toMatchObject({ ...filled, quantity: 12 })
  expect(scan(`]C1${label}3012`)).toMatchObject({ lot_number: '', expires_on: '2027-06-30', quantity: 12 })
})

test('units of the same lot are added up, wherever its part is', () => {
  const parts = [part({ quantity: 5, lot_number: 'B' }), part({ quantity: 3, lot_number: ' A ' })]
  expect(scan(`${label}10A\u001d3012`, ...parts)).toMatchObject({ key: ' A ', quantity: 15, expires_on: '2027-06-30' })
})

test('another lot, and units without a lot, stay apart from a scanned lot', () => {
  for (const lot_number of ['B', ''])
    expect(scan(`${label}10A`, part({ quantity: 5, lot_number }))).toMatchObject({ quantity: 1, lot_number: 'A' })
  const untouched = part({ quantity: '', lot_number: '', notes: 'Wet' })
  expect(scan(`${label}10A`, part({ quantity: 5, lot_number: 'B' }), untouched)).toMatchObject({
    key: '',
    notes: 'Wet',
    lot_number: 'A',
  })
})

test('a typed expiry date stays', () => {
  const typed = part({ quantity: 5, lot_number: 'A', expires_on: '2028-01-01' })
  expect(scan(`${label}10A`, typed)).toMatchObject({ quantity: 6, expires_on: '2028-01-01' })
})

/** The parts after a code was scanned, `typed` was entered in its part, and the scan undone. */
function undone(code: string, parts: Part[], typed: Partial<Part> = {}) {
  const found = scannedPart(order, parts, { code, today: '2026-11-30', location_id })
  if (!found) throw new Error(`${code} isn’t in the order`)
  const others = parts.filter(({ key }) => key !== found.part.key)
  return withoutScan([...others, { ...found.part, ...typed }], found)
}

test('an undone scan leaves the parts as they were, and a part that only the scan made goes', () => {
  const parts = [part({ quantity: 2, lot_number: 'B' })]
  expect(undone(`${label}10A\u001d3012`, parts)).toEqual(parts)
  expect(undone('4006381333931', parts)).toEqual(parts)
  expect(undone('4006381333931', [])).toEqual([])
  const zero = [part({ quantity: 0 })]
  expect(undone('4006381333931', zero)).toEqual(zero)
})

test('what was typed since a scan stays when the scan is undone', () => {
  const typed = { quantity: 20, notes: 'Wet', expires_on: '2028-01-01' }
  expect(undone(`${label}10A\u001d3012`, [], typed)).toMatchObject([{ ...typed, quantity: 8, lot_number: '' }])
  expect(undone('4006381333931', [], { quantity: '2x' })).toMatchObject([{ quantity: '2x' }])
  expect(undone('4006381333931', [part({ quantity: 5 })], { quantity: 0 })).toMatchObject([{ quantity: 0 }])
})
