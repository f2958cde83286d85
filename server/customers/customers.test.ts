import { expect, test } from 'vitest'
import { listCustomers, readCustomer, updateCustomer } from '../../contract/customers.ts'
import { sharedApp } from '../testing/app.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

test('are remembered by name and email, ignoring case; new details are filled in', async () => {
  const s = await selling(app)
  const { id } = await s.product(100)
  const order = (customer_name: string, customer_email: string | null = null, more: object = {}) =>
    s.order([[id, 1]], { customer_name, customer_email, ...more })
  const first = await order('Ana Trujillo', 'ana@shop.example')
  const again = await order('ANA trujillo', 'Ana@Shop.example', { customer_phone: '555' })
  expect(again).toMatchObject({ customer_id: first.customer_id, customer_name: 'ANA trujillo' })
  expect(await s.me.call(readCustomer, { id: first.customer_id })).toMatchObject({
    name: 'Ana Trujillo',
    email: 'ana@shop.example',
    phone: '555',
    orders: 2,
    total_amount: 4,
  })
  const namesake = await order('Ana Trujillo')
  expect(namesake.customer_id).not.toBe(first.customer_id)
  const picked = await order('Ana T.', 'other@shop.example', { customer_id: first.customer_id })
  expect(picked).toMatchObject({ customer_id: first.customer_id, customer_email: 'other@shop.example' })
  expect(await s.me.call(readCustomer, { id: first.customer_id })).toMatchObject({
    email: 'ana@shop.example',
    orders: 3,
  })
  // An email that would make this customer a duplicate of another one is left out.
  await order('Ana Trujillo', 'ANA@shop.example', { customer_id: namesake.customer_id })
  expect(await s.me.call(readCustomer, { id: namesake.customer_id })).toMatchObject({ email: null })
  await order('Ana Trujillo', 'new@shop.example', { customer_id: namesake.customer_id })
  expect(await s.me.call(readCustomer, { id: namesake.customer_id })).toMatchObject({ email: 'new@shop.example' })
})

test("existing details stay when others are filled in; cancelled orders don't count", async () => {
  const s = await selling(app)
  const { id } = await s.product(100)
  const first = await s.order([[id, 1]], { customer_name: 'Ana', customer_email: 'ana@shop.example' })
  const more = { customer_id: first.customer_id, customer_email: 'other@shop.example', customer_phone: '555' }
  const second = await s.order([[id, 3]], { customer_name: 'Ana', ...more })
  const customer = () => s.me.call(readCustomer, { id: first.customer_id })
  expect(await customer()).toMatchObject({ email: 'ana@shop.example', phone: '555', orders: 2, total_amount: 8 })
  await s.to(second, 'cancelled')
  expect(await customer()).toMatchObject({ orders: 1, total_amount: 2, last_order_at: first.order_date })
})

test('forty concurrent first orders of one customer create one customer', async () => {
  const s = await selling(app)
  const { id } = await s.product(0)
  await Promise.all(
    Array.from({ length: 40 }, () => s.order([[id, 1]], { customer_name: 'Ana', customer_email: 'a@b.c' })),
  )
  const { items } = await s.me.call(listCustomers, {})
  expect(items).toHaveLength(1)
  expect(await s.me.call(readCustomer, { id: items[0]!.id })).toMatchObject({ orders: 40 })
})

test('are listed by name, found by name, email and phone, within the organization', async () => {
  const [s, t] = [await selling(app), await selling(app)]
  const { id } = await s.product(0)
  for (const [customer_name, customer_phone] of [
    ['Que Delícia', '(21) 555-4252'],
    ['ana Trujillo', '(5) 555-4729'],
    ['Öko Markt', null],
  ] as const)
    await s.order([[id, 1]], { customer_name, customer_phone })
  const names = async (input: object) => (await s.me.call(listCustomers, input)).items.map(({ name }) => name)
  expect(await names({})).toEqual(['ana Trujillo', 'Que Delícia', 'Öko Markt'])
  expect(await names({ search: 'delí' })).toEqual(['Que Delícia'])
  expect(await names({ search: '555' })).toEqual(['ana Trujillo', 'Que Delícia'])
  expect(await names({ search: 'zz' })).toEqual([])
  for (const search of [undefined, 't']) {
    const page = await s.me.call(listCustomers, { limit: 1, search })
    expect([
      ...page.items.map(({ name }) => name),
      ...(await names({ limit: 1, search, cursor: page.next ?? '' })),
    ]).toEqual(search ? ['ana Trujillo', 'Öko Markt'] : ['ana Trujillo', 'Que Delícia'])
  }
  const [one] = (await s.me.call(listCustomers, {})).items
  expect((await t.me.call(listCustomers, { search: 'ana' })).items).toEqual([])
  expect(await t.me.refused(readCustomer, { id: one!.id })).toMatchObject({ status: 404 })
  expect(await t.me.refused(updateCustomer, { id: one!.id, version: 1, name: 'Mine' })).toMatchObject({ status: 404 })
})

test('are saved from the current version; earlier orders keep their details', async () => {
  const s = await selling(app)
  const { id } = await s.product(0)
  const order = await s.order([[id, 1]], { customer_name: 'Ana', customer_email: 'a@b.c' })
  await s.order([[id, 1]], { customer_name: 'Bea', customer_email: 'b@b.c' })
  const input = { id: order.customer_id, version: 1, name: 'Ana Trujillo', email: 'a@b.c', notes: 'pays late' }
  const saved = await s.me.call(updateCustomer, input)
  expect(saved).toMatchObject({ name: 'Ana Trujillo', notes: 'pays late', version: 2 })
  expect(await s.read(order)).toMatchObject({ customer_name: 'Ana' })
  expect(await s.me.refused(updateCustomer, input)).toMatchObject({ code: 'conflict', details: { record: saved } })
  expect(await s.me.refused(updateCustomer, { ...input, version: 2, name: 'bea', email: 'B@b.c' })).toMatchObject({
    code: 'already_exists',
    fields: { name: 'Another customer already has this name and email' },
  })
  expect(await s.me.refused(updateCustomer, { ...input, version: 2, name: ' ' })).toMatchObject({
    fields: { name: 'Customer name is required' },
  })
})
