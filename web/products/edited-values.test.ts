import { expect, test } from 'vitest'
import { checkInput } from '../../contract/check-input.ts'
import { editProducts } from '../../contract/product-edits.ts'
import { showMoneyIn } from '../ui/money.ts'
import { type EditedValues, editsNothing, editsOf, none, priceAfter, problemsOf, unedited } from './edited-values.ts'

const chai = { id: '01890a5d-ac96-774b-bcce-b302099a8057', version: 3, price: 18, name: 'Chai', quantity_decimals: 0 }
const tea = { id: '01890a5d-ac96-774b-bcce-b302099a8058', version: 1, price: 0.1, name: 'Tea', quantity_decimals: 2 }
const values = (changes: Partial<EditedValues>): EditedValues => ({ ...unedited, ...changes })

test('only chosen fields are edited, and none takes a category or supplier away', () => {
  expect(editsNothing(unedited)).toBe(true)
  for (const change of [
    { category_id: none },
    { supplier_id: tea.id },
    { price_change: 'set' as const },
    { min_stock_level: 0 },
  ])
    expect(editsNothing(values(change))).toBe(false)
  expect(editsOf([chai], values({ category_id: none, supplier_id: tea.id }))).toEqual([
    { id: chai.id, category_id: null, supplier_id: tea.id },
  ])
  expect(editsOf([chai, tea], values({ min_stock_level: 0 }))).toEqual([
    { id: chai.id, min_stock_level: 0 },
    { id: tea.id, min_stock_level: 0 },
  ])
})

test('a percentage changes each price by itself, to whole cents, and only if it is still that price', () => {
  const raised = values({ price_change: 'raise', price: 4.5 })
  expect(editsOf([chai, tea], raised)).toEqual([
    { id: chai.id, version: 3, price: 18.81 },
    { id: tea.id, version: 1, price: 0.1 },
  ])
  expect(editsOf([chai], values({ price_change: 'set', price: 7 }))).toEqual([{ id: chai.id, price: 7 }])
  expect(priceAfter({ price: 18 }, values({ price_change: 'lower', price: 100 }))).toBe(0)
  // Half a cent is rounded up, as people do; in binary, 1.005 is less than that.
  expect(priceAfter({ price: 0.67 }, values({ price_change: 'raise', price: 50 }))).toBe(1.01)
  expect(priceAfter({ price: 99_999_999.99 }, values({ price_change: 'lower', price: 0.01 }))).toBe(99_989_999.99)
})

test('in a currency without cents, a percentage changes prices to whole amounts', () => {
  showMoneyIn('JPY')
  expect(priceAfter({ price: 1_234 }, values({ price_change: 'raise', price: 4.5 }))).toBe(1_290)
  expect(priceAfter({ price: 50 }, values({ price_change: 'lower', price: 5 }))).toBe(48)
  showMoneyIn('USD')
})

test('what can’t be saved is reported beside its field', () => {
  const problem = (changes: Partial<EditedValues>) => problemsOf([tea, chai], values(changes))
  expect(problem({ price_change: 'raise', price: '' })).toEqual({ price: 'Enter a percentage above 0' })
  expect(problem({ price_change: 'lower', price: 101 })).toEqual({ price: 'A price can be lowered by at most 100%' })
  expect(problem({ price_change: 'raise', price: 1_001 })).toEqual({ price: 'A price can be raised by at most 1,000%' })
  expect(problem({ price_change: 'raise', price: '5,5' })).toEqual({ price: 'Use a period for decimals, like 1.5' })
  expect(problem({ price_change: 'raise', price: 'half' })).toEqual({ price: 'Enter a percentage above 0' })
  expect(problem({ price_change: 'raise', price: 1.005 })).toEqual({ price: 'Use at most 2 decimals' })
  expect(problem({ min_stock_level: 1.5 })).toEqual({ min_stock_level: 'Chai allows whole numbers only' })
  expect(problem({ min_stock_level: 1.125 })).toEqual({ min_stock_level: 'Tea allows at most 2 decimals' })
  expect(problem({ price_change: 'raise', price: 5, min_stock_level: 3 })).toEqual({})
  const { fields } = checkInput(editProducts.input, {
    products: editsOf([chai], values({ price_change: 'set', price: '' })),
  })
  expect(fields).toEqual({ 'products.0.price': 'Please enter a number' })
})
