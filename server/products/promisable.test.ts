import { expect, test } from 'vitest'
import { listProducts, readProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

test('what can be promised excludes expired lots, and is what an order then reserves', async () => {
  const s = await selling(app)
  const { id } = await s.product(3)
  const other = await s.product(5)
  const today = (await app.admin.query<{ day: string }>(`select (now() at time zone 'UTC')::date::text as day`)).rows[0]
  const arrive = async (lot_number: string, quantity: number, location_id: string, expires_on: string | undefined) => {
    await s.me.call(createTransaction, {
      product_id: id,
      type: 'in',
      quantity,
      reason_code: 'transfer_in',
      lot_number,
      location_id,
    })
    await app.admin.query(`update lots set expires_on = $3 where product_id = $1 and lot_number = $2`, [
      id,
      lot_number,
      expires_on,
    ])
  }
  await arrive('old', 4, s.main, '2020-01-31')
  await arrive('old', 1, s.shop, '2020-01-31')
  await arrive('last day', 2, s.main, today?.day)
  await arrive('new', 6, s.shop, '2199-01-31')
  const figures = async (product_id: string) => {
    const { stock } = await s.me.call(readProduct, { id: product_id })
    const listed = (await s.me.call(listProducts, {})).items.find((item) => item.id === product_id)
    expect(listed?.stock).toEqual(stock)
    return { available: stock.available, to_promise: stock.to_promise }
  }
  expect(await figures(id)).toEqual({ available: 16, to_promise: 11 })
  expect(await figures(other.id)).toEqual({ available: 5, to_promise: 5 })
  const order = await s.order([[id, 16]])
  expect(order.lines[0]).toMatchObject({ reserved_quantity: 11, backordered_quantity: 5 })
  expect(await figures(id)).toEqual({ available: 5, to_promise: 0 })
  await s.me.call(createTransaction, { product_id: id, type: 'out', quantity: 5, reason_code: 'expiration' })
  expect(await figures(id)).toEqual({ available: 0, to_promise: 0 })
})

test("other products' lots never count", async () => {
  const [mine, theirs] = [await selling(app), await selling(app)]
  const [one, two] = [await mine.product(4), await theirs.product(4)]
  await app.admin.query(
    `insert into lots (org_id, product_id, id, lot_number, expires_on) select org_id, product_id, gen_random_uuid(), 'old', '2020-01-31'
     from lots where product_id = any ($1)`,
    [[one.id, two.id]],
  )
  expect((await mine.me.call(readProduct, { id: one.id })).stock).toMatchObject({ available: 4, to_promise: 4 })
  expect((await mine.me.refused(readProduct, { id: two.id })).status).toBe(404)
})
