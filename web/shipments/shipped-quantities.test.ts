import { expect, test } from 'vitest'
import type { SalesOrderLine } from '../../contract/sales-orders.ts'
import { chosenLines, leftToShip, noLongerLeft, shippableLines, unitsOf, waitsFor } from './shipped-quantities.ts'

test.each([
  { remaining: 2, ready_quantity: 2, expired_quantity: 7, at: null, text: '2 to ship' },
  { remaining: 2, ready_quantity: 0, expired_quantity: 2, at: null, text: '2 to ship · 0 available (2 expired)' },
  { remaining: 3, ready_quantity: 0, expired_quantity: 0, at: 'Two', text: '3 to ship · 0 available at Two' },
  {
    remaining: 3,
    ready_quantity: 1,
    expired_quantity: 1200,
    at: 'Two',
    text: '3 to ship · 1 available at Two (1,200 expired)',
  },
  { remaining: 100, ready_quantity: 61, expired_quantity: 0, at: null, text: '100 to ship · 61 available' },
])('$ready_quantity of $remaining ready, $expired_quantity expired, at $at: $text', ({ at, text, ...line }) => {
  const { left, available } = leftToShip(line, at)
  expect([left, available].filter(Boolean).join(' · ')).toBe(text)
})

const line = (more: Partial<SalesOrderLine>) =>
  ({ id: 'a', product_name: 'Chang', remaining: 0, ready_quantity: 0, expired_quantity: 0, ...more }) as SalesOrderLine
const inShipment = (quantity: number) => ({ lines: [{ sales_order_item_id: 'a', quantity }] }) as never

test('a new shipment offers the lines with something left', () => {
  const [one, none] = [line({ remaining: 3, ready_quantity: 1 }), line({ id: 'b' })]
  expect(shippableLines({ lines: [one, none] })).toEqual([one])
})

test('contents of a shipment can stay in it, and count as available if there is stock for them', () => {
  const planned = { planned_quantity: 5, shippable_quantity: 6 }
  const [both] = shippableLines({ lines: [line({ ...planned, remaining: 2, ready_quantity: 1 })] }, inShipment(4))
  expect(both).toMatchObject({ remaining: 6, ready_quantity: 5 })
  const [short] = shippableLines({ lines: [line({ ...planned, shippable_quantity: 2 })] }, inShipment(5))
  expect(short).toMatchObject({ remaining: 5, ready_quantity: 2 })
  const [thirds] = shippableLines(
    { lines: [line({ planned_quantity: 0.2, shippable_quantity: 0.3, remaining: 0.1 })] },
    inShipment(0.2),
  )
  expect(thirds).toMatchObject({ remaining: 0.3, ready_quantity: 0.3 })
})

test("quantities above what is available wait, with numbers; invalid input doesn't count", () => {
  const lines = [line({ remaining: 100, ready_quantity: 61 }), line({ id: 'b', remaining: 2, ready_quantity: 2 })]
  expect(waitsFor(lines, { a: 61, b: 2 })).toBeNull()
  expect(waitsFor(lines, { a: 62 })).toBe(
    '1 unit isn’t available yet. You can mark the shipment as shipped once it is.',
  )
  expect(waitsFor(lines, { a: 100, b: 'x' })).toBe(
    '39 units aren’t available yet. You can mark the shipment as shipped once they are.',
  )
})

test('a line that has been shipped in the meantime is left out of what is sent, and named', () => {
  const order = [line({ remaining: 3 }), line({ id: 'b', product_name: 'Chai' }), line({ id: 'c' })]
  const left = shippableLines({ lines: order })
  const quantities = { a: 2, b: 1200, c: 0 }
  expect(chosenLines(left, quantities)).toEqual([{ sales_order_item_id: 'a', quantity: 2 }])
  expect(noLongerLeft(order, left, quantities)).toBe('Can’t be included anymore: 1,200 × Chai')
  expect(noLongerLeft(order, left, { a: 2, b: 0 })).toBeNull()
})

test('the units of a shipment are summed exactly, without invalid quantities and lines that have gone', () => {
  const lines = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }]
  expect(unitsOf(lines, { a: 0.1, b: 0.2, c: 'x', d: '', gone: 7 })).toBe(0.3)
})
