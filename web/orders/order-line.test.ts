import { describe, expect, onTestFinished, test } from 'vitest'
import { checkInput } from '../../contract/check-input.ts'
import { createPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { newId } from '../kit/new-id.ts'
import { showMoneyIn } from '../ui/money.ts'
import { newOrderValues, orderInput } from '../purchase-orders/order-values.ts'
import { newSalesValues, salesInput } from '../sales-orders/sales-values.ts'
import {
  availableText,
  blankLine,
  linesToSave,
  quantityProblem,
  storedLine,
  sumsOf,
  wantedOf,
  type OrderLineValues,
} from './order-line.ts'

const tea = { ...blankLine(), product_id: newId(), product_name: 'Tea', quantity: 3, unit_price: 4 }
const text = 'Please select products for all items'

describe('an untouched line at the end of an order', () => {
  test("is ignored, as are several; one that was touched or stored, or has others after it, isn't", () => {
    expect(linesToSave([tea, blankLine('here'), blankLine()])).toEqual([tea])
    const [first, more, priced, stored] = [
      blankLine(),
      { ...blankLine(), quantity: 2 },
      { ...blankLine(), unit_price: 9.5 },
      { ...blankLine(), id: newId() },
    ]
    for (const lines of [
      [first, tea],
      [tea, more],
      [tea, priced],
      [tea, stored],
      [tea, { ...blankLine(), quantity: '' }],
    ])
      expect(linesToSave(lines)).toEqual(lines)
  })

  test("doesn't count as an item or in the total", () => {
    expect(sumsOf([tea, blankLine()])).toEqual({ count: 1, total: 12 })
    expect(sumsOf([tea, { ...blankLine(), unit_price: 0.5 }])).toEqual({ count: 2, total: 12.5 })
    expect(sumsOf([blankLine()])).toEqual({ count: 1, total: 0 })
  })

  test("doesn't prevent sending an order; an order with only such lines still reports missing products", () => {
    const supplier = { id: newId(), name: 'Exotic Liquids', payment_terms: null }
    const purchase = (lines: OrderLineValues[]) => orderInput({ ...newOrderValues(supplier), lines })
    const sale = (lines: OrderLineValues[]) => salesInput({ ...newSalesValues(), customer_name: 'Ana Trujillo', lines })
    expect(purchase([tea, blankLine()]).lines).toHaveLength(1)
    expect(checkInput(createPurchaseOrder.input, purchase([tea, blankLine()])).fields).toBeUndefined()
    expect(checkInput(createSalesOrder.input, sale([tea, blankLine()])).fields).toBeUndefined()
    expect(checkInput(createPurchaseOrder.input, purchase([blankLine()])).fields).toEqual({
      'lines.0.product_id': text,
    })
    expect(checkInput(createSalesOrder.input, sale([blankLine()])).fields).toEqual({ 'lines.0.product_id': text })
    expect(checkInput(createSalesOrder.input, sale([blankLine(), tea])).fields).toEqual({ 'lines.0.product_id': text })
  })
})

test('the sum that new lines need of a product is compared with what is available', () => {
  const lines = [
    tea,
    { ...tea, quantity: 4 },
    { ...tea, quantity: '' },
    { ...tea, id: 'saved', quantity: 9 },
    blankLine(),
  ]
  expect(wantedOf(lines).get(tea.product_id)).toBe(7)
  expect(wantedOf([0.1, 0.2].map((quantity) => ({ ...tea, quantity }))).get(tea.product_id)).toBe(0.3)
  expect(availableText(7, 7, false)).toBe('7 available')
  expect(availableText(1200, 0, true)).toBe('1,200 available in total')
  expect(availableText(6, 7, false)).toBe('Only 6 available, 1 backordered')
  expect(availableText(1.1, 1.4, true)).toBe('Only 1.1 available in total, 0.3 backordered')
})

test('an emptied unit price is refused in both kinds of orders; 0 is a free item', () => {
  const supplier = { id: newId(), name: 'Exotic Liquids', payment_terms: null }
  const errorsOf = (unit_price: number | string) => {
    const lines = [{ ...tea, unit_price }]
    const purchase = checkInput(createPurchaseOrder.input, orderInput({ ...newOrderValues(supplier), lines }))
    const sale = checkInput(createSalesOrder.input, salesInput({ ...newSalesValues(), customer_name: 'Ana', lines }))
    return [purchase, sale].map(({ fields = {} }) => fields['lines.0.unit_price'])
  }
  expect(errorsOf('')).toEqual(['Enter a unit price', 'Enter a unit price'])
  expect(errorsOf(0)).toEqual([undefined, undefined])
})

test("a quantity with more decimals than its product has is a problem; one that isn't known or typed in full isn't", () => {
  expect(quantityProblem({ ...tea, quantity: 1.5 }, 0)).toBe('Use a whole number for Tea')
  expect(quantityProblem({ ...tea, quantity: 1.125 }, 2)).toBe('Use at most 2 decimals for Tea')
  for (const [quantity, decimals] of [
    [1.5, 1],
    [2, 0],
    ['', 0],
    [1.5, undefined],
  ] as const)
    expect(quantityProblem({ ...tea, quantity }, decimals)).toBeUndefined()
})

test('in yen, lines from before keep their two decimals in a form; a new line of the same order is whole', () => {
  showMoneyIn('JPY')
  onTestFinished(() => showMoneyIn('USD'))
  const stored = (amount_decimals: number) =>
    storedLine({ ...tea, id: newId(), quantity: 0.25, unit_price: 333, amount_decimals }, null)
  const added = { ...tea, quantity: 0.25, unit_price: 333 }
  expect(sumsOf([stored(2), added]).total).toBe(166.25)
  expect(sumsOf([stored(0), added]).total).toBe(166)
  // Their product was changed, or someone else removed it: it is saved as a new line.
  expect(sumsOf([{ ...stored(2), id: undefined }]).total).toBe(83)
})
