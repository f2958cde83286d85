import { expect, test } from 'vitest'
import { listTransactions, updateStock } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { violatedInvariants } from '../stock/invariants.ts'
import { testApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'

const app = await testApp()

test('stock of one location goes up and down without a reason', async () => {
  const { me, main, shop, product, at } = await stocked(app)
  const { id: product_id } = await product(10)
  await me.call(updateStock, { product_id, location_id: shop, type: 'in', quantity: 4, notes: 'found behind a shelf' })
  await me.call(updateStock, { product_id, location_id: main, type: 'out', quantity: 3 })
  expect(await me.call(updateStock, { product_id, location_id: shop, type: 'adjustment', quantity: 2 })).toMatchObject({
    on_hand: 13,
  })
  expect([await at(product_id, main), await at(product_id, shop)]).toEqual([7, 6])
  expect((await me.call(listTransactions, { product_id })).items).toMatchObject([
    { type: 'adjustment', on_hand_change: 2, metadata: { reason_code: null, location_name: 'Shop floor' } },
    { type: 'out', on_hand_change: -3, metadata: { location_name: 'Main Warehouse' } },
    { type: 'in', on_hand_change: 4, notes: 'found behind a shelf' },
    { type: 'opening', on_hand_change: 10, metadata: { location_name: 'Main Warehouse' } },
  ])
})

test('it is refused with the numbers of that location, and beside the fields that are missing', async () => {
  const { me, shop, product } = await stocked(app)
  const { id: product_id } = await product(10)
  expect(await me.refused(updateStock, { product_id, location_id: shop, type: 'out', quantity: 1 })).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    message: 'Cannot remove more than current stock (0)',
    fields: { quantity: 'Cannot remove more than current stock (0)' },
    details: { location: 'Shop floor', asked: 1, available: 0 },
  })
  expect(await me.refused(updateStock, { product_id, quantity: 0 })).toMatchObject({
    status: 422,
    fields: {
      location_id: 'Location is required',
      type: 'Transaction type is required',
      quantity: 'Quantity must be at least 1',
    },
  })
})

test('what belongs to others is not there', async () => {
  const [mine, theirs] = [await stocked(app), await stocked(app)]
  const [own, foreign] = [await mine.product(1), await theirs.product(1)]
  const update = { type: 'in' as const, quantity: 1 }
  expect(
    await mine.me.refused(updateStock, { ...update, product_id: foreign.id, location_id: mine.main }),
  ).toMatchObject({ status: 404 })
  expect(await mine.me.refused(updateStock, { ...update, product_id: own.id, location_id: theirs.main })).toMatchObject(
    { status: 404 },
  )
  expect(await mine.me.refused(updateStock, { ...update, product_id: newId(), location_id: mine.main })).toMatchObject({
    status: 404,
  })
})

test('thirty people take two of ten at once: five do', async () => {
  const { me, main, product, at } = await stocked(app)
  const { id: product_id } = await product(10)
  const take = () => me.call(updateStock, { product_id, location_id: main, type: 'out', quantity: 2 })
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, take))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(5)
  expect(await at(product_id, main)).toBe(0)
  expect(await violatedInvariants(app.admin)).toEqual([])
})
