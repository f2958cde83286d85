import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { createLocation, listLocations, updateLocation } from '../../contract/locations.ts'
import { skuTaken } from '../../contract/product-codes.ts'
import { createProduct, listProducts, readProduct } from '../../contract/products.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp, type Client } from '../testing/app.ts'

const app = await sharedApp()
const chang = { name: 'Chang', sku: 'NW-002', price: 19 }

async function levels(client: Client, product_id: string): Promise<Record<string, number>> {
  const { rows } = await app.admin.query<{ name: string; on_hand: number }>(
    `select o.name, sum(l.available + l.reserved) as on_hand from stock_levels l
     join locations o on o.org_id = l.org_id and o.id = l.location_id
     where l.org_id = $1 and l.product_id = $2 group by o.name`,
    [client.org_id, product_id],
  )
  return Object.fromEntries(rows.map(({ name, on_hand }) => [name, on_hand]))
}

async function movements(client: Client, product_id: string) {
  const { rows } = await app.admin.query(
    `select m.type, m.from_account, m.to_account, m.quantity from stock_movements m
     where m.org_id = $1 and m.product_id = $2 order by m.recorded_at, m.line_no`,
    [client.org_id, product_id],
  )
  return rows
}

test('opening stock is one posting from the opening account, at the default location unless one is given', async () => {
  const me = await app.signUp()
  const product = await me.call(createProduct, { ...chang, stock_quantity: 17, min_stock_level: 25, cost_price: 15.2 })
  expect(product).toMatchObject({
    ...chang,
    cost_price: 15.2,
    description: null,
    category: null,
    location: null,
    version: 1,
    has_history: true,
    home_location: { name: 'Main Warehouse' },
    stock: { on_hand: 17, available: 17, reserved: 0, held: 0, minimum: 25, is_low: true, is_out: false },
  })
  expect(await levels(me, product.id)).toEqual({ 'Main Warehouse': 17 })
  expect(await movements(me, product.id)).toEqual([
    { type: 'opening', from_account: 'opening', to_account: 'available', quantity: 17 },
  ])
})

test("a named location that doesn't exist is created, and found again ignoring case", async () => {
  const me = await app.signUp()
  await me.call(createProduct, { ...chang, location: 'Cold store', stock_quantity: 3 })
  const second = await me.call(createProduct, { ...chang, sku: 'NW-003', location: 'COLD STORE', stock_quantity: 4 })
  expect(second.location).toBe('Cold store')
  const { items } = await me.call(listLocations, {})
  expect(items.map(({ name, is_default }) => ({ name, is_default }))).toEqual([
    { name: 'Main Warehouse', is_default: true },
    { name: 'Cold store', is_default: false },
  ])
  expect(await levels(me, second.id)).toEqual({ 'Cold store': 4 })
})

test('many products that name one new location at once share it', async () => {
  const me = await app.signUp()
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      me.call(createProduct, { ...chang, sku: `C-${n}`, location: 'Annexe', stock_quantity: 1 }),
    ),
  )
  const { items } = await me.call(listLocations, {})
  expect(items.filter(({ name }) => name === 'Annexe')).toHaveLength(1)
})

test('additional locations get their own opening quantities; one without any is still a location of the product', async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const yard = await me.call(createLocation, { name: 'Yard' })
  const product = await me.call(createProduct, {
    ...chang,
    stock_quantity: 45,
    additional_locations: [{ location_id: shop.id, quantity: 12 }, { location_id: yard.id }],
  })
  expect(product.stock.on_hand).toBe(57)
  expect(await levels(me, product.id)).toEqual({ 'Main Warehouse': 45, 'Shop floor': 12, Yard: 0 })
  const { items } = await me.call(listProducts, {})
  expect(items[0]).toMatchObject({
    locations: [
      { name: 'Main Warehouse', on_hand: 45 },
      { name: 'Shop floor', on_hand: 12 },
    ],
    more_locations: 0,
  })
})

test('an additional location must exist, be active, and be named once', async () => {
  const me = await app.signUp()
  const other = await app.signUp()
  const theirs = (await other.call(listLocations, {})).items[0]
  const main = (await me.call(listLocations, {})).items[0]
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const closed = await me.call(createLocation, { name: 'Old hall' })
  await me.call(updateLocation, { id: closed.id, version: closed.version, name: closed.name, is_active: false })
  const withLocations = (...ids: (string | undefined)[]) => ({
    ...chang,
    additional_locations: ids.map((location_id) => ({ location_id: location_id ?? '', quantity: 1 })),
  })
  const cases = [
    [withLocations(theirs?.id), 404, 'not_found', 'additional_locations.0.location_id'],
    [withLocations(shop.id, closed.id), 409, 'location_not_active', 'additional_locations.1.location_id'],
    [withLocations(shop.id, shop.id), 422, 'invalid_input', 'additional_locations.1.location_id'],
    [withLocations(main?.id), 422, 'invalid_input', 'additional_locations.0.location_id'],
    [{ ...chang, location: 'Old hall', stock_quantity: 1 }, 409, 'location_not_active', 'location'],
  ] as const
  for (const [input, status, code, field] of cases) {
    const refused = await me.refused(createProduct, input)
    expect([refused.status, refused.code, Object.keys(refused.fields ?? {})]).toEqual([status, code, [field]])
  }
  expect((await me.call(listProducts, {})).items).toEqual([])
})

test('when several products are created with one SKU, in any case, one succeeds and the others are refused beside the field', async () => {
  const me = await app.signUp()
  const skus = ['nw-002', 'NW-002', 'Nw-002', 'nW-002', 'NW-002', 'nw-002']
  const answers = await Promise.allSettled(
    skus.map((sku) => me.call(createProduct, { ...chang, sku, stock_quantity: 5 })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) {
    if (answer.status === 'fulfilled') continue
    expect(answer.reason.status).toBe(409)
    expect(answer.reason.body.error).toMatchObject({ code: 'sku_taken', fields: { sku: skuTaken } })
  }
  expect((await me.call(listProducts, {})).items).toHaveLength(1)
})

test('another organization can use the same SKU', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  await me.call(createProduct, chang)
  await expect(other.call(createProduct, chang)).resolves.toMatchObject({ sku: 'NW-002' })
})

test('the same id sent twice creates one product and posts its opening once', async () => {
  const me = await app.signUp()
  const input = { ...chang, id: newId(), stock_quantity: 8 }
  const [first, second] = [await me.call(createProduct, input), await me.call(createProduct, input)]
  expect(second).toEqual(first)
  expect((await me.call(readProduct, { id: input.id })).stock.on_hand).toBe(8)
})

test('an id that another product has is refused with a message, even if its first request is long forgotten', async () => {
  const me = await app.signUp()
  const id = newId()
  await me.call(createProduct, { ...chang, id })
  await app.admin.query('delete from command_results where org_id = $1', [me.org_id])
  expect(await me.refused(createProduct, { ...chang, sku: 'NW-003', id })).toMatchObject({
    status: 409,
    code: 'already_exists',
    fields: { id: 'A product with these details already exists. Please check your input.' },
  })
})

test.each([
  [{ name: '  ' }, { name: 'Name is required' }],
  [{ name: null }, { name: 'Name is required' }],
  [{ sku: '' }, { sku: 'SKU is required' }],
  [{ sku: null }, { sku: 'SKU is required' }],
  [{ price: -1 }, { price: 'Price cannot be negative' }],
  [{ cost_price: -0.01 }, { cost_price: 'Cost price cannot be negative' }],
  [{ stock_quantity: -5 }, { stock_quantity: 'Stock quantity cannot be negative' }],
  [{ min_stock_level: -5 }, { min_stock_level: 'Minimum stock level cannot be negative' }],
  [{ purchase_url: 'not an address' }, { purchase_url: 'Please enter a valid URL' }],
  [{ purchase_url: 'javascript:alert(1)' }, { purchase_url: 'Please enter a valid URL' }],
  [{ stock_quantity: 1.5 }, { stock_quantity: 'Use a whole number for this product' }],
  [{ min_stock_level: 0.25, quantity_decimals: 1 }, { min_stock_level: 'Use at most 1 decimal for this product' }],
  [{ color: 'red' }, { color: 'Unknown field' }],
])('%j is refused beside its field', async (wrong, fields) => {
  const me = await app.signUp()
  const refused = await me.refused(createProduct, { ...chang, ...wrong })
  expect(refused).toMatchObject({ status: 422, fields })
  expect((await me.call(listProducts, {})).items).toEqual([])
})

test('a missing name or SKU is refused in the same words as an empty one', async () => {
  const me = await app.signUp()
  expect(await me.refused(createProduct, { price: 1 })).toMatchObject({
    status: 422,
    fields: { name: 'Name is required', sku: 'SKU is required' },
  })
})

test('a category of another organization is refused as not found', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const theirs = await other.call(createCategory, { name: 'Beverages', color: '#3B82F6' })
  const answers = await Promise.all(
    [theirs.id, newId()].map((category_id) => me.refused(createProduct, { ...chang, category_id })),
  )
  for (const { status, code, fields } of answers) {
    expect([status, code, fields]).toEqual([404, 'not_found', { category_id: 'This category no longer exists' }])
  }
})

test('quantities keep the decimals the product allows', async () => {
  const me = await app.signUp()
  const product = await me.call(createProduct, { ...chang, quantity_decimals: 3, stock_quantity: 12.125 })
  expect(product.stock.on_hand).toBe(12.125)
})

test.each([
  ['left out', {}, 0, false],
  ['null', { cost_price: null }, 0, false],
  ['0', { cost_price: 0 }, 0, true],
  ['0 that is marked as unknown', { cost_price: 0, cost_is_known: false }, 0, false],
  ['an amount of four decimals', { cost_price: 0.0125 }, 0.0125, true],
] as const)('a cost that is %s is known only if one was given', async (_given, input, cost_price, cost_is_known) => {
  const me = await app.signUp()
  const made = await me.call(createProduct, { name: 'Chang', sku: 'C-1', price: 19, ...input })
  expect(made).toMatchObject({ cost_price, cost_is_known })
  expect((await me.call(listProducts, {})).items).toMatchObject([{ cost_price, cost_is_known }])
})

test('a contradiction between cost and cost_is_known is refused beside the cost', async () => {
  const me = await app.signUp()
  const chang = { name: 'Chang', sku: 'C-1', price: 19 }
  expect(await me.refused(createProduct, { ...chang, cost_price: 2, cost_is_known: false })).toMatchObject({
    status: 422,
    fields: { cost_price: 'Leave the cost empty if it’s unknown' },
  })
  expect(await me.refused(createProduct, { ...chang, cost_is_known: true })).toMatchObject({
    status: 422,
    fields: { cost_price: 'Enter the cost' },
  })
})
