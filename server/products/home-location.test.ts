import { expect, test } from 'vitest'
import {
  createLocation,
  deleteLocation,
  listLocations,
  readLocation,
  updateLocation,
} from '../../contract/locations.ts'
import { writeOffProduct } from '../../contract/product-deletion.ts'
import { readProduct, updateProduct } from '../../contract/products.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { edited } from '../testing/edited.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

async function rename(client: Client, id: string, name: string): Promise<void> {
  const { version } = await client.call(readLocation, { id })
  await client.call(updateLocation, { id, version, name })
}

async function locationNames(client: Client): Promise<string[]> {
  return (await client.call(listLocations, {})).items.map(({ name }) => name)
}

test('the first units of a product go to the location that the same save names', async () => {
  const { me, product, main, shop, at } = await stocked(app)
  const empty = await product(0, { location: 'Shop floor' })
  const moved = { location: 'Main Warehouse', stock_quantity: { from: 0, to: 20 } }
  await me.call(updateProduct, edited(empty, moved))
  expect([await at(empty.id, main), await at(empty.id, shop)]).toEqual([20, 0])

  const other = await product(0, { location: 'Shop floor' })
  await me.call(updateProduct, edited(other, { location: null, stock_quantity: { from: 0, to: 4 } }))
  expect(await at(other.id, main)).toBe(4)
})

test('the former location can be an additional one, the new one can’t', async () => {
  const { me, product, main, shop, at } = await stocked(app)
  const empty = await product(0, { location: 'Shop floor' })
  const save = edited(empty, { location: 'Main Warehouse' })
  const additional = (location_id: string) => ({ additional_locations: [{ location_id, quantity: 3 }] })
  expect(await me.refused(updateProduct, { ...save, ...additional(main) })).toMatchObject({
    fields: { 'additional_locations.0.location_id': 'This is already the product’s main location' },
  })
  await me.call(updateProduct, { ...save, ...additional(shop) })
  expect(await at(empty.id, shop)).toBe(3)
})

test('a limited member who clears the location of an empty product sets its stock at their own', async () => {
  const { me, product, shop, at } = await stocked(app)
  const annex = await me.call(createLocation, { name: 'Annex' })
  const seller = await limitedMember(app, me, [shop, annex.id])
  const empty = await product(0, { location: 'Annex' })
  await seller.call(updateProduct, edited(empty, { location: null, stock_quantity: { from: 0, to: 5 } }))
  expect(await at(empty.id, shop)).toBe(5)
})

test('products get the new name of their location, and an unchanged save keeps it', async () => {
  const { me, product, shop } = await stocked(app)
  const one = await product(0, { location: 'Shop floor' })
  const other = await product(0, { location: 'Main Warehouse' })
  await rename(me, shop, 'Showroom')
  const renamed = await me.call(readProduct, { id: one.id })
  expect(renamed).toMatchObject({ location: 'Showroom', version: 2 })
  expect(await me.call(readProduct, { id: other.id })).toMatchObject({ location: 'Main Warehouse', version: 1 })
  await me.call(updateProduct, edited(renamed, { price: 7 }))
  expect(await locationNames(me)).toEqual(['Main Warehouse', 'Showroom'])
  const { rows } = await app.admin.query(
    `select summary from audit_trail where org_id = $1 and record_id = $2 order by id`,
    [me.org_id, one.id],
  )
  expect(rows).toHaveLength(3)
})

test('products lose the name of a deleted location, with history or without', async () => {
  const { me, product, main, shop } = await stocked(app)
  const annex = await me.call(createLocation, { name: 'Annex' })
  const counted = await product(0, { location: 'Shop floor' })
  const never = await product(0, { location: 'Annex' })
  for (const [from, to] of [
    [0, 1],
    [1, 0],
  ] as const)
    await me.call(setLocationStock, { product_id: counted.id, location_id: shop, quantities: [{ from, to }] })
  expect(await me.call(deleteLocation, { id: shop })).toMatchObject({ hidden: true })
  expect(await me.call(deleteLocation, { id: annex.id })).toMatchObject({ hidden: false })
  for (const { id } of [counted, never]) {
    const left = await me.call(readProduct, { id })
    expect(left).toMatchObject({ location: null, home_location: { id: main } })
    await me.call(updateProduct, edited(left, { price: 7 }))
  }
  expect(await locationNames(me)).toEqual(['Main Warehouse'])
})

test('archived products get the new name of their location, and lose that of a deleted one', async () => {
  const { me, product, shop } = await stocked(app)
  const { id } = await product(1, { location: 'Shop floor' })
  await me.call(writeOffProduct, { id, on_hand: 1, held: 0 })
  await rename(me, shop, 'Showroom')
  expect(await me.call(readProduct, { id })).toMatchObject({ location: 'Showroom', archived_at: expect.any(String) })
  await me.call(deleteLocation, { id: shop })
  expect(await me.call(readProduct, { id })).toMatchObject({ location: null, archived_at: expect.any(String) })
})

test('an unchanged name of a location that no longer exists creates none', async () => {
  const { me, product } = await stocked(app)
  const one = await product(0)
  // As saved before a deletion removed the name from its products.
  await app.admin.query(`update products set location = 'Attic' where org_id = $1 and id = $2`, [me.org_id, one.id])
  const before = await me.call(readProduct, { id: one.id })
  const saved = await me.call(updateProduct, edited(before, { price: 7 }))
  expect(saved).toMatchObject({ location: 'Attic', price: 7 })
  expect(await locationNames(me)).toEqual(['Main Warehouse', 'Shop floor'])
})

test('decimals used at other locations stay when a limited member saves the product', async () => {
  const { me, product, main, shop } = await stocked(app)
  const seller = await limitedMember(app, me, [shop])
  const fine = await product(0, { quantity_decimals: 2 })
  const quarter = [{ from: 0, to: 0.25 }]
  await me.call(setLocationStock, { product_id: fine.id, location_id: main, quantities: quarter })
  expect(await seller.refused(updateProduct, edited(fine, { quantity_decimals: 0 }))).toMatchObject({
    code: 'invalid_input',
    fields: { quantity_decimals: expect.any(String) },
  })
})

test('deleting a location doesn’t wait for someone who saves a product that names it', async () => {
  const { me, product, shop } = await stocked(app)
  const { id } = await product(0, { location: 'Shop floor' })
  await app.admin.query('begin')
  await app.admin.query('select from products where org_id = $1 and id = $2 for no key update', [me.org_id, id])
  await me.call(deleteLocation, { id: shop })
  await app.admin.query('rollback')
  const left = await me.call(readProduct, { id })
  expect(left).toMatchObject({ location: 'Shop floor' })
  await me.call(updateProduct, edited(left, { price: 7 }))
  expect(await locationNames(me)).toEqual(['Main Warehouse'])
})

test('renaming and deactivating a location at once doesn’t wait for someone who saves a product that names it', async () => {
  const { me, product } = await stocked(app)
  const { version, id: location_id } = await me.call(createLocation, { name: 'Annex' })
  const [saved, other] = [await product(0, { location: 'Annex' }), await product(0, { location: 'Annex' })]
  await app.admin.query('begin')
  await app.admin.query('select from products where org_id = $1 and id = $2 for no key update', [me.org_id, saved.id])
  await me.call(updateLocation, { id: location_id, version, name: 'Old annex', is_active: false })
  await app.admin.query('rollback')
  const locationOf = async ({ id }: { id: string }) => (await me.call(readProduct, { id })).location
  expect([await locationOf(saved), await locationOf(other)]).toEqual(['Annex', 'Old annex'])
})
