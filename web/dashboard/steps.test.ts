import { expect, test } from 'vitest'
import { nextStep, type SetUp, stepsOf } from './steps.ts'

const nothing: SetUp = { products: 0, locations: 1, people: 1, purchaseOrders: 0, received: 0 }
const done = (setUp: Partial<SetUp>) =>
  stepsOf({ ...nothing, ...setUp }, () => true).flatMap(({ id, isDone }) => (isDone ? [id] : []))

test('a new company has completed its creation, and importing a workbook is next', () => {
  const steps = stepsOf(nothing, () => true)
  expect(steps.map(({ id, isDone }) => [id, isDone])).toEqual([
    ['company', true],
    ['products', false],
    ['location', false],
    ['colleague', false],
    ['delivery', false],
  ])
  expect(nextStep(steps)?.way).toEqual({ label: 'Import your data', to: '/import' })
})

test('the finished creation leads to the name and address that documents show, for those who may change them', () => {
  const more = (may: boolean) => stepsOf(nothing, () => may)[0]?.more?.to
  expect([more(true), more(false)]).toEqual(['/settings/company', undefined])
})

test('each step is done once its records exist, in any order', () => {
  expect(done({ received: 1 })).toEqual(['company', 'delivery'])
  expect(done({ locations: 2, products: 77 })).toEqual(['company', 'products', 'location'])
  expect(done({ people: 2 })).toEqual(['company', 'colleague'])
  expect(nextStep(stepsOf({ ...nothing, products: 77 }, () => true))?.id).toBe('location')
  const all = stepsOf({ products: 1, locations: 2, people: 2, purchaseOrders: 1, received: 1 }, () => true)
  expect(nextStep(all)).toBeUndefined()
})

test("unknown steps aren't done", () => {
  expect(done({ locations: undefined, people: undefined })).toEqual(['company'])
})

test('a placed purchase order leads to receiving it', () => {
  const delivery = (purchaseOrders: number) => stepsOf({ ...nothing, purchaseOrders }, () => true).at(-1)?.way?.to
  expect([delivery(0), delivery(1)]).toEqual(['/purchase-orders/new', '/receiving'])
})

test('steps the member has no permission for are left out; without imports the first product is added by hand', () => {
  expect(stepsOf(nothing, () => false).map(({ id }) => id)).toEqual(['company'])
  const without = stepsOf(nothing, (asked) => typeof asked === 'string' || asked.permission !== 'imports.write')
  expect(nextStep(without)?.way?.to).toBe('/products/new')
})
