import { expect, test } from 'vitest'
import { checkInput } from './check-input.ts'
import { createProduct } from './products.ts'
import { createPurchaseOrder } from './purchase-orders.ts'
import { createSalesOrder } from './sales-orders.ts'
import { currencies, currencyDecimals, usualCurrency, withoutCents } from './currencies.ts'
import {
  currencySymbol,
  formatCost,
  formatMoney,
  lineAmount,
  moneyWithCode,
  plainMoney,
  sumAmounts,
  withoutCurrency,
} from './money.ts'

test.each([
  [3, 0.0375, 0.11],
  [1.5, 19.99, 29.99],
  [0.1, 0.15, 0.02],
  [1, 0.005, 0.01],
  [1, 0.0049, 0],
  [355.4, 12.3456, 4387.63],
  [0, 5, 0],
  [99_999, 99_999.99, 9_999_899_000.01],
  ['', 5, null],
  [5, 'x', null],
] as const)('%s × %s is %s', (quantity, price, amount) => expect(lineAmount(quantity, price, 2)).toBe(amount))

test.each([
  [0.333, 1_000, 333],
  [0.5, 999, 500],
  [0.5, 997, 499],
  [-0.5, 999, -500],
  [7, 0.0125, 0],
  [99_999, 99_999.99, 9_999_899_000],
])('%s × ¥%s is ¥%s, without decimals', (quantity, price, amount) => {
  expect(lineAmount(quantity, price, currencyDecimals('JPY'))).toBe(amount)
})

test('sums have no floating-point noise', () => {
  expect(sumAmounts([0.1, 0.2])).toBe(0.3)
  expect(sumAmounts([...Array.from({ length: 1_000 }, () => 0.01), null])).toBe(10)
  expect(formatMoney(sumAmounts([]), 'USD')).toBe('$0.00')
})

test('an amount that rounds to zero has no sign', () => {
  expect([-0.004, -0, 0.004].map((value) => formatMoney(value, 'USD'))).toEqual(['$0.00', '$0.00', '$0.00'])
  expect(formatMoney(-0.01, 'USD')).toBe('−$0.01')
})

test.each([
  [0.0125, '$0.0125'],
  [0.0001, '$0.0001'],
  [17.2, '$17.20'],
  [1_234.5, '$1,234.50'],
])('a unit cost of %s reads %s, with fractions of a cent', (cost, text) => expect(formatCost(cost, 'USD')).toBe(text))

test.each([
  ['EUR', 1_234.5, '€1,234.50', '€'],
  ['GBP', -3, '−£3.00', '£'],
  ['CHF', 1_234.5, 'CHF\u00A01,234.50', 'CHF'],
  ['CAD', 1, 'CA$1.00', 'CA$'],
  ['INR', 100_000, '₹100,000.00', '₹'],
  ['JPY', 1_234, '¥1,234', '¥'],
  ['JPY', 166.5, '¥166.50', '¥'],
  ['KRW', -0.001, '₩0.00', '₩'],
  ['XOF', 5, 'F\u202FCFA\u00A05', 'F\u202FCFA'],
] as const)('in %s, %s reads %s', (currency, value, text, symbol) => {
  expect([formatMoney(value, currency), currencySymbol(currency)]).toEqual([text, symbol])
})

test('on paper an amount names its currency once', () => {
  expect(moneyWithCode(15, 'USD')).toBe('$15.00 USD')
  expect(moneyWithCode(15, 'CHF')).toBe('CHF\u00A015.00')
})

test('every currency there is can be formatted, and typed again without its sign', () => {
  for (const currency of currencies) {
    expect(plainMoney(formatMoney(1_234.5, currency))).toBe('1234.50')
    expect(Number(plainMoney(formatCost(0.0125, currency)))).toBe(0.0125)
    expect(plainMoney(formatMoney(7, currency))).toBe(withoutCents.has(currency) ? '7' : '7.00')
  }
  expect([new Set(currencies).size, currencies.includes(usualCurrency)]).toEqual([currencies.length, true])
})

test.each([
  ['$5', 'USD', '5'],
  ['-$1,234.50', 'USD', '-1,234.50'],
  ['− $5', 'USD', '−5'],
  ['5 USD', 'USD', '5'],
  ['usd 5', 'USD', '5'],
  ['1.234,50 €', 'EUR', '1.234,50'],
  ['$5', 'CAD', '5'],
  ['CA$5', 'CAD', '5'],
  ['12 kr', 'SEK', '12'],
  ['€5', 'USD', '€5'],
  ['US$5', 'EUR', 'US$5'],
  ['5', 'EUR', '5'],
  ['$', 'USD', ''],
  ['', 'USD', ''],
] as const)('%j in %s is the number %j', (text, currency, number) =>
  expect(withoutCurrency(text, currency)).toBe(number),
)

test('sales prices have two decimals, costs and purchase prices four', () => {
  const id = crypto.randomUUID()
  const line = (unit_price: number) => [{ product_id: id, quantity: 1, unit_price }]
  const wrong = {
    'sales price': (amount: number) => checkInput(createSalesOrder.input, { customer_name: 'A', lines: line(amount) }),
    'product price': (amount: number) => checkInput(createProduct.input, { name: 'A', sku: 'A', price: amount }),
    'purchase price': (amount: number) =>
      checkInput(createPurchaseOrder.input, { supplier_id: id, lines: line(amount) }),
    cost: (amount: number) => checkInput(createProduct.input, { name: 'A', sku: 'A', price: 1, cost_price: amount }),
  }
  const sentences = (amount: number) =>
    Object.fromEntries(
      Object.entries(wrong).map(([kind, check]) => [kind, Object.values(check(amount).fields ?? {})[0]]),
    )
  expect(sentences(1.25)).toEqual({
    'sales price': undefined,
    'product price': undefined,
    'purchase price': undefined,
    cost: undefined,
  })
  const two = 'Use at most 2 decimals'
  expect(sentences(1.2345)).toEqual({
    'sales price': two,
    'product price': two,
    'purchase price': undefined,
    cost: undefined,
  })
  const four = 'Use at most 4 decimals'
  expect(sentences(1.23456)).toEqual({ 'sales price': two, 'product price': two, 'purchase price': four, cost: four })
})
