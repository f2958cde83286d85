import { expect, test } from 'vitest'
import {
  createLocation,
  deleteLocation,
  listLocations,
  readLocation,
  readLocationDeletion,
  setDefaultLocation,
  updateLocation,
  type Location,
} from '../../contract/locations.ts'
import { cancelTransfer, completeTransfer, createTransfer } from '../../contract/location-transfers.ts'
import { createProduct } from '../../contract/products.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { testApp, type Client } from '../testing/app.ts'

// Not shared with other files: demands are changed behind the ledger's back here.
const app = await testApp()

/** A product of the caller's organization that can be posted. */
async function product(client: Client): Promise<string> {
  const id = newId()
  await app.db.transaction({ ...client, locations: 'all' }, async (tx) => {
    void tx.run(sql`
      insert into products (org_id, id, user_id, name, sku) values (${client.org_id}, ${id}, ${client.user_id}, ${`Product ${id}`}, ${id})`)
    await tx.run(sql`select kernel.initialize_products(${client.org_id}, ${client.user_id}, array[${id}]::uuid[])`)
  })
  return id
}

type Line = { type: 'in' | 'out'; reason: string; quantity: number; location_id: string; product_id: string }

async function post(client: Client, line: Line): Promise<void> {
  const posting = JSON.stringify({ id: newId(), kind: 'entry', lines: [line] })
  await app.db.transaction({ ...client, locations: 'all' }, (tx) =>
    tx.run(sql`select kernel.post_stock(${client.org_id}, ${client.user_id}, ${posting}::jsonb)`),
  )
}

/** The refusal of the deletion, after checking that it was announced. */
async function refusedToDelete(client: Client, id: string) {
  const { refusal } = await client.call(readLocationDeletion, { id })
  const { status, code, message, details } = await client.refused(deleteLocation, { id })
  expect(refusal).toEqual({ code, message, details })
  return { status, code, message, details }
}

const deactivate = ({ id, version, name }: Location) => ({ id, version, name, is_active: false })

test("a location that holds goods can't be deleted or deactivated; the refusal has the numbers", async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const [bolts, nuts] = [await product(me), await product(me)]
  await post(me, { type: 'in', reason: 'other', quantity: 12, location_id: shop.id, product_id: bolts })
  await post(me, { type: 'in', reason: 'other', quantity: 5, location_id: shop.id, product_id: nuts })
  await post(me, { type: 'out', reason: 'qc_hold', quantity: 2, location_id: shop.id, product_id: nuts })
  const details = { location: 'Shop floor', available: 15, reserved: 0, held: 2, in_transit: 0 }
  expect(await refusedToDelete(me, shop.id)).toMatchObject({
    status: 409,
    code: 'location_not_empty',
    message:
      'Can’t delete a location that has stock: 15 available, 2 on hold. Move available units to another location; release, scrap or return the units on hold first',
    details,
  })
  expect(await me.refused(updateLocation, deactivate(shop))).toMatchObject({
    status: 409,
    code: 'location_not_empty',
    details,
  })
  expect((await me.call(readLocation, { id: shop.id })).stock).toEqual({
    products: 2,
    on_hand: 15,
    held: 2,
    in_transit: 0,
    incoming: 0,
    units_have_sum: true,
  })
})

test('what empties a location depends on what is left there', async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const bolts = await product(me)
  const line = { quantity: 3, location_id: shop.id, product_id: bolts }
  await post(me, { ...line, type: 'in', reason: 'other' })
  expect((await refusedToDelete(me, shop.id)).message).toMatch(/: 3 available\. Move it to another location first$/)
  await post(me, { ...line, type: 'out', reason: 'qc_hold' })
  const held = /: 3 on hold\. Release, scrap or return the units on hold first$/
  expect((await refusedToDelete(me, shop.id)).message).toMatch(held)
  expect((await me.refused(updateLocation, deactivate(shop))).message).toMatch(held)
})

test('a location with history is hidden: removed from every list, its name reusable, its movements kept', async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const bolts = await product(me)
  const line = { quantity: 3, location_id: shop.id, product_id: bolts, reason: 'other' } as const
  await post(me, { ...line, type: 'in' })
  await post(me, { ...line, type: 'out' })
  await app.admin.query('insert into stock_rules (org_id, product_id, location_id, minimum) values ($1, $2, $3, 4)', [
    me.org_id,
    bolts,
    shop.id,
  ])
  expect(await me.call(deleteLocation, { id: shop.id })).toEqual({ id: shop.id, hidden: true })
  expect((await me.call(listLocations, { with_stock: 'true' })).items.map(({ name }) => name)).toEqual([
    'Main Warehouse',
  ])
  for (const refusal of [
    await me.refused(readLocation, { id: shop.id }),
    await me.refused(updateLocation, { id: shop.id, version: 2, name: 'Back' }),
    await me.refused(setDefaultLocation, { id: shop.id }),
    await me.refused(deleteLocation, { id: shop.id }),
    await me.refused(readLocationDeletion, { id: shop.id }),
  ]) {
    expect(refusal).toMatchObject({ status: 404, code: 'not_found' })
  }
  await me.call(createLocation, { name: 'SHOP FLOOR' })
  const kept = await app.admin.query(
    `select (select count(*)::int from stock_movements where org_id = $1 and $2 in (from_location_id, to_location_id)) as movements,
      (select count(*)::int from stock_rules where org_id = $1 and location_id = $2) as rules`,
    [me.org_id, shop.id],
  )
  expect(kept.rows).toEqual([{ movements: 2, rules: 0 }])
})

test('a location with only empty rows and no movement is deleted permanently', async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const bolts = await product(me)
  await app.db.transaction({ ...me, locations: 'all' }, (tx) =>
    tx.run(sql`select kernel.ensure_levels(${me.org_id}, array[${bolts}]::uuid[], array[${shop.id}]::uuid[])`),
  )
  expect(await me.call(deleteLocation, { id: shop.id })).toEqual({ id: shop.id, hidden: false })
})

test('an emptied location can be deactivated, and then accepts no goods', async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const line = { quantity: 3, location_id: shop.id, product_id: await product(me), reason: 'other' } as const
  await post(me, { ...line, type: 'in' })
  await post(me, { ...line, type: 'out' })
  expect(await me.call(updateLocation, deactivate(shop))).toMatchObject({ is_active: false })
  await expect(post(me, { ...line, type: 'in' })).rejects.toThrow('location_not_active')
})

test("a location named by a document or a pending transaction can't be deleted or deactivated", async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const bolts = await product(me)
  const [line_id, draft_id] = [newId(), newId()]
  await app.admin.query(
    `insert into stock_demands (org_id, document_line_id, document_kind, document_id, product_id, location_id, wanted, placed_at)
     values ($1, $2, 'sales_order', $2, $3, $4, 5, now())`,
    [me.org_id, line_id, bolts, shop.id],
  )
  await app.admin.query(
    `insert into transaction_drafts (org_id, id, product_id, location_id, type, quantity, user_id, user_reference)
     values ($1, $2, $3, $4, 'in', 1, $5, 'me')`,
    [me.org_id, draft_id, bolts, shop.id, me.user_id],
  )
  expect(await refusedToDelete(me, shop.id)).toMatchObject({
    status: 409,
    code: 'location_has_open_documents',
    message:
      'Can’t delete a location with open documents: 1 open document, 1 pending transaction. Complete, cancel or discard them first',
    details: { open_documents: 1, pending_transactions: 1, incoming: 0 },
  })
  expect(await me.refused(updateLocation, deactivate(shop))).toMatchObject({ code: 'location_has_open_documents' })
  await app.admin.query('update stock_demands set fulfilled = wanted where org_id = $1', [me.org_id])
  expect(await refusedToDelete(me, shop.id)).toMatchObject({
    message: expect.stringMatching(/: 1 pending transaction\. Complete or discard them first$/),
    details: { open_documents: 0, pending_transactions: 1 },
  })
  await app.admin.query(`update transaction_drafts set status = 'discarded', closed_at = now() where org_id = $1`, [
    me.org_id,
  ])
  expect(await me.call(deleteLocation, { id: shop.id })).toMatchObject({ hidden: true })
})

test('what prevents deleting a location is shown before confirmation, with the open documents that use it', async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const [main] = (await me.call(listLocations, {})).items
  expect((await me.call(readLocationDeletion, { id: main?.id ?? '' })).refusal).toMatchObject({
    code: 'location_is_default',
    message: 'Cannot delete the default location',
  })
  expect(await me.call(readLocationDeletion, { id: shop.id })).toEqual({ refusal: null, documents: [] })
  const { id } = await me.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 5 })
  const lines = [{ product_id: id, quantity: 1, unit_price: 19 }]
  const there = await me.call(createSalesOrder, { customer_name: 'Around the Horn', location_id: shop.id, lines })
  await me.call(createSalesOrder, { customer_name: 'Elsewhere', lines })
  const { refusal, documents } = await me.call(readLocationDeletion, { id: shop.id })
  expect(refusal).toMatchObject({ code: 'location_has_open_documents', details: { open_documents: 1 } })
  expect(documents).toEqual([{ kind: 'sales_order', id: there.id, number: there.order_number }])
})

/** A transfer in transit, of the only unit at a location, to the default location. */
async function onlyUnitFrom(client: Client, { id }: Location) {
  const product_id = await product(client)
  await post(client, { type: 'in', reason: 'other', quantity: 1, location_id: id, product_id })
  const main = (await client.call(listLocations, {})).items.find((location) => location.is_default)
  const to_location_id = main?.id ?? ''
  return { product_id, from_location_id: id, to_location_id, quantity: 1, status: 'pending' } as const
}

test("a location from which units are in transit can't be deleted or deactivated: they may have to come back", async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const { id } = await me.call(createTransfer, await onlyUnitFrom(me, shop))
  expect(await refusedToDelete(me, shop.id)).toMatchObject({
    code: 'location_has_open_documents',
    message: expect.stringMatching(/: 1 open document\. Complete or cancel them first$/),
    details: { open_documents: 1 },
  })
  expect(await me.refused(updateLocation, deactivate(shop))).toMatchObject({ code: 'location_has_open_documents' })
  const { documents } = await me.call(readLocationDeletion, { id: shop.id })
  expect(documents).toEqual([{ kind: 'transfer', id, number: null }])
  await me.call(completeTransfer, { transfer_id: id })
  expect(await me.call(deleteLocation, { id: shop.id })).toMatchObject({ hidden: true })
})

test('units that leave in transit while their location is being closed keep it open', async () => {
  const me = await app.signUp()
  for (let round = 0; round < 12; round++) {
    const location = await me.call(createLocation, { name: `Location ${round}` })
    const transfer = await onlyUnitFrom(me, location)
    const [sent, closed] = await Promise.allSettled([
      me.call(createTransfer, transfer),
      round % 2 ? me.call(deleteLocation, { id: location.id }) : me.call(updateLocation, deactivate(location)),
    ])
    expect([sent.status, closed.status]).toEqual(['fulfilled', 'rejected'])
    if (sent.status === 'fulfilled') await me.call(cancelTransfer, { transfer_id: sent.value.id })
  }
})

test('goods that arrive while a location is being closed either keep it open or are refused', async () => {
  const me = await app.signUp()
  const bolts = await product(me)
  for (let round = 0; round < 12; round++) {
    const location = await me.call(createLocation, { name: `Location ${round}` })
    const close =
      round % 2 ? me.call(deleteLocation, { id: location.id }) : me.call(updateLocation, deactivate(location))
    const arrive = post(me, { type: 'in', reason: 'other', quantity: 1, location_id: location.id, product_id: bolts })
    const [closed, arrived] = await Promise.allSettled([close, arrive])
    expect([closed.status, arrived.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    if (closed.status === 'rejected') expect(closed.reason).toMatchObject({ code: 'location_not_empty' })
  }
})
