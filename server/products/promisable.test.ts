import { expect, test } from 'vitest'
import { listProducts, readProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { testApp } from '../testing/app.ts'
import { selling } from '../testing/selling.ts'

// Its own: levels are written without movements.
const app = await testApp()

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

test('the list shows the stock, the locations and the expired units of 60 random products', async () => {
  const s = await selling(app)
  for (let no = 0; no < 60; no++) await s.product(no % 3)
  await app.admin.query(
    `insert into locations (org_id, id, user_id, name) select $1, gen_random_uuid(), $2, 'Shelf ' || n from generate_series(1, 3) n`,
    [s.me.org_id, s.me.user_id],
  )
  await app.admin.query(
    `insert into lots (org_id, product_id, id, lot_number, expires_on)
     select l.org_id, l.product_id, gen_random_uuid(), 'L' || n, (array[null, '2020-01-31', '2199-01-31']::date[])[n]
     from lots l, generate_series(1, 3) n where l.org_id = $1 and l.id = l.product_id`,
    [s.me.org_id],
  )
  // Equal quantities at several locations, which are then listed by name, and levels without stock.
  await app.admin.query(
    `insert into stock_levels (org_id, product_id, location_id, lot_id, available, reserved)
     select l.org_id, l.product_id, o.id, l.id, (r.value % 3), (r.value / 3 % 2)
     from lots l join locations o on o.org_id = l.org_id, lateral (select abs(hashtext(l.id::text || o.id)) as value) r
     where l.org_id = $1 and r.value % 5 < 2
     on conflict do nothing`,
    [s.me.org_id],
  )
  const { rows } = await app.admin.query<{ product_id: string; expired: number; locations: string[] }>(
    `with held as (
       select s.product_id, o.name, o.name_sort, o.id, sum(s.available + s.reserved) as on_hand
       from stock_levels s join locations o on o.org_id = s.org_id and o.id = s.location_id
       where s.org_id = $1 group by s.product_id, o.name, o.name_sort, o.id having sum(s.available + s.reserved) > 0)
     select p.id as product_id,
       (select coalesce(sum(s.available), 0) from stock_levels s join lots x on x.org_id = s.org_id and x.product_id = s.product_id and x.id = s.lot_id
        where s.org_id = p.org_id and s.product_id = p.id and x.expires_on < current_date) as expired,
       array(select h.name || ' ' || trim_scale(h.on_hand) from held h where h.product_id = p.id order by h.on_hand desc, h.name_sort, h.id) as locations
     from products p where p.org_id = $1`,
    [s.me.org_id],
  )
  const { items } = await s.me.call(listProducts, { limit: 200 })
  const shown = items.map(({ id, stock, locations, more_locations }) => ({
    product_id: id,
    expired: stock.available - stock.to_promise,
    locations: locations.map(({ name, on_hand }) => `${name} ${on_hand}`),
    more_locations,
  }))
  const wanted = rows.map(({ locations, ...row }) => ({
    ...row,
    locations: locations.slice(0, 2),
    more_locations: Math.max(locations.length - 2, 0),
  }))
  const byId = (one: { product_id: string }, other: { product_id: string }) =>
    one.product_id < other.product_id ? -1 : 1
  expect(shown.toSorted(byId)).toEqual(wanted.toSorted(byId))
  expect(shown.filter(({ expired, more_locations }) => expired > 0 && more_locations > 0).length).toBeGreaterThan(5)
})
