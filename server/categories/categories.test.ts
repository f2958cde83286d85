import { expect, test } from 'vitest'
import {
  categoryPalette,
  createCategory,
  deleteCategory,
  listCategories,
  readCategory,
  readNextCategoryColor,
  updateCategory,
} from '../../contract/categories.ts'
import { newId } from '../platform/ids.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { RefusedError, testApp, type Client } from '../testing/app.ts'

const app = await testApp()

const red = '#EF4444'

/** Inserts a product directly into the table: these tests are about categories and need no stock. */
async function product(client: Client, category_id: string, archived = false): Promise<string> {
  const id = newId()
  await app.admin.query(
    `insert into products (org_id, id, user_id, name, sku, category_id) values ($1, $2, $3, $4, $4, $5)`,
    [client.org_id, id, client.user_id, `Product ${id}`, category_id],
  )
  await inKernel(client, 'select kernel.initialize_products($1, $2, array[$3::uuid])', [client.user_id, id])
  if (archived) await archive(client, id)
  return id
}

function archive(client: Client, id: string): Promise<void> {
  return inKernel(client, 'select kernel.archive_products($1, array[$2::uuid])', [id])
}

/** The organization comes first, and is the session's. */
async function inKernel(client: Client, text: string, values: string[]): Promise<void> {
  await app.admin.query(`set app.org_id = '${client.org_id}'; set app.locations = 'all'`)
  await app.admin.query(text, [client.org_id, ...values])
}

test('a category is created, read, updated and deleted', async () => {
  const me = await app.signUp()
  const made = await me.call(createCategory, { name: '  Beverages ', description: '', color: '#abc' })
  expect(made).toMatchObject({ name: 'Beverages', description: null, color: '#AABBCC', product_count: 0, version: 1 })
  expect(await me.call(readCategory, { id: made.id })).toEqual(made)
  const saved = await me.call(updateCategory, {
    id: made.id,
    version: 1,
    name: 'Drinks',
    description: 'Cold',
    color: red,
  })
  expect(saved).toMatchObject({ id: made.id, name: 'Drinks', description: 'Cold', color: red, version: 2 })
  expect(await me.call(deleteCategory, { id: made.id })).toEqual({ id: made.id })
  expect(await me.refused(readCategory, { id: made.id })).toMatchObject({ status: 404, code: 'not_found' })
})

test('missing or wrong values are refused beside their field', async () => {
  const me = await app.signUp()
  const refusal = await me.refused(createCategory, { name: '   ', color: '', size: 3 })
  expect(refusal).toMatchObject({
    status: 422,
    fields: { name: 'Name is required', color: 'Color is required', size: 'Unknown field' },
  })
  for (const missing of [{}, { name: null }, { name: '\u00a0\t' }])
    expect(await me.refused(createCategory, { ...missing, color: '#3B82F6' })).toMatchObject({
      fields: { name: 'Name is required' },
    })
  expect(await me.refused(createCategory, { name: 'A', color: 'red' })).toMatchObject({
    fields: { color: 'Please enter a color like #3B82F6' },
  })
})

test('names are unique ignoring case, for new and existing categories', async () => {
  const me = await app.signUp()
  await me.call(createCategory, { name: 'Seafood', color: red })
  const taken = { status: 409, code: 'name_taken', fields: { name: 'A category with this name already exists' } }
  expect(await me.refused(createCategory, { name: 'SEAFOOD', color: red })).toMatchObject(taken)
  const other = await me.call(createCategory, { name: 'Produce', color: red })
  expect(await me.refused(updateCategory, { id: other.id, version: 1, name: 'seafood', color: red })).toMatchObject(
    taken,
  )
  const renamed = await me.call(updateCategory, { id: other.id, version: 1, name: 'PRODUCE', color: red })
  expect(renamed.name).toBe('PRODUCE')
})

test('of twenty people who add the same name at once, one succeeds', async () => {
  const me = await app.signUp()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      me.call(createCategory, { name: index % 2 ? 'Condiments' : 'condiments', color: red }),
    ),
  )
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as RefusedError] : []))
  expect(refused).toHaveLength(19)
  for (const refusal of refused)
    expect(refusal.body.error).toMatchObject({ code: 'name_taken', fields: { name: expect.any(String) } })
  expect((await me.call(listCategories, {})).items).toHaveLength(1)
})

test('the same create sent again returns the first category; with another name it is refused', async () => {
  const me = await app.signUp()
  const input = { id: newId(), name: 'Grains', color: red }
  const first = await me.call(createCategory, input)
  expect(await me.call(createCategory, input)).toEqual(first)
  expect(await me.refused(createCategory, { ...input, name: 'Cereals' })).toMatchObject({
    code: 'idempotency_key_reused',
    status: 409,
  })
  expect((await me.call(listCategories, {})).items).toEqual([first])
})

test('a save from an old version is refused with the current record', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createCategory, { name: 'Meat', color: red })
  const theirs = await me.call(updateCategory, { id, version: 1, name: 'Meat/Poultry', color: red })
  const refusal = await me.refused(updateCategory, { id, version: 1, name: 'Meats', color: red })
  expect(refusal).toMatchObject({ status: 409, code: 'conflict', details: { seen: 1, present: 2, record: theirs } })
  const mine = await me.call(updateCategory, { id, version: 2, name: 'Meats', color: red })
  expect(mine).toMatchObject({ name: 'Meats', version: 3 })
})

test('of two concurrent saves from the same version, one is refused', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createCategory, { name: 'Dairy', color: red })
  const saves = ['Cheese', 'Milk'].map((name) => me.call(updateCategory, { id, version: 1, name, color: red }))
  const outcomes = await Promise.allSettled(saves)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('the list pages by name, ignoring case, and finds by a part of the name without its accents', async () => {
  const me = await app.signUp()
  const names = ['banana', 'Apple', 'cherry', '100% juice', 'Äpfel', 'apricot']
  for (const name of names) await me.call(createCategory, { name, color: red })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await me.call(listCategories, { limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ name }) => name))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(seen).toEqual(['100% juice', 'Apple', 'apricot', 'banana', 'cherry', 'Äpfel'])
  const found = async (search: string) => (await me.call(listCategories, { search })).items.map(({ name }) => name)
  expect(await found('AP')).toEqual(['Apple', 'apricot', 'Äpfel'])
  expect(await found('%')).toEqual(['100% juice'])
  expect(await found(' ')).toHaveLength(6)
  expect(await me.refused(listCategories, { cursor: 'nonsense' })).toMatchObject({
    status: 422,
    fields: { cursor: expect.any(String) },
  })
})

test("a category with products can't be deleted; the refusal says how many", async () => {
  const me = await app.signUp()
  const { id } = await me.call(createCategory, { name: 'Confections', color: red })
  const products = [await product(me, id), await product(me, id)]
  await product(me, id, true)
  expect(await me.call(readCategory, { id })).toMatchObject({ product_count: 2 })
  expect(await me.refused(deleteCategory, { id })).toMatchObject({
    status: 409,
    code: 'category_in_use',
    message: 'Cannot delete category with products',
    details: { product_count: 2 },
  })
  for (const one of products) await archive(me, one)
  await me.call(deleteCategory, { id })
  const { rows } = await app.admin.query('select distinct category_id from products where org_id = $1', [me.org_id])
  expect(rows).toEqual([{ category_id: null }])
})

test('deleting a category waits for a product being added to it, and is then refused', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createCategory, { name: 'Snacks', color: red })
  await app.admin.query('begin')
  await product(me, id)
  const deletion = me.refused(deleteCategory, { id })
  await lockAwaited(app.admin)
  await app.admin.query('commit')
  expect(await deletion).toMatchObject({ code: 'category_in_use', details: { product_count: 1 } })
})

test('a new category starts with the first unused color of the palette, then the least used one', async () => {
  const me = await app.signUp()
  const next = async () => (await me.call(readNextCategoryColor, {})).color
  for (const [index, color] of categoryPalette.entries()) {
    expect(await next()).toBe(color)
    await me.call(createCategory, { name: `Category ${index}`, color: color.toLowerCase() })
  }
  expect(await next()).toBe(categoryPalette[0])
  await me.call(createCategory, { name: 'Eleventh', color: categoryPalette[0] })
  expect(await next()).toBe(categoryPalette[1])
})

test("another organization's category isn't found", async () => {
  const [me, stranger] = await Promise.all([app.signUp(), app.signUp()])
  const { id } = await me.call(createCategory, { name: 'Mine', color: red })
  const notThere = { status: 404, code: 'not_found' }
  expect(await stranger.refused(readCategory, { id })).toMatchObject(notThere)
  expect(await stranger.refused(updateCategory, { id, version: 1, name: 'Theirs', color: red })).toMatchObject(notThere)
  expect(await stranger.refused(deleteCategory, { id })).toMatchObject(notThere)
  expect((await stranger.call(listCategories, {})).items).toEqual([])
  expect((await me.call(readCategory, { id })).name).toBe('Mine')
})

test('every change of a category is in the audit trail, with its author', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createCategory, { name: 'Spices', color: red })
  await me.call(updateCategory, { id, version: 1, name: 'Herbs', color: red })
  await me.call(deleteCategory, { id })
  const { rows } = await app.admin.query(
    `select action, user_id, new_values ->> 'name' as name from audit_trail where table_name = 'categories' and record_id = $1 order by id`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'INSERT', user_id: me.user_id, name: 'Spices' },
    { action: 'UPDATE', user_id: me.user_id, name: 'Herbs' },
    { action: 'DELETE', user_id: me.user_id, name: null },
  ])
})

test('a viewer can read categories but not change them', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createCategory, { name: 'Fixed', color: red })
  await app.admin.query(`update members set role = 'viewer' where org_id = $1`, [me.org_id])
  expect((await me.call(listCategories, {})).items).toHaveLength(1)
  expect(await me.refused(createCategory, { name: 'New', color: red })).toMatchObject({
    status: 403,
    code: 'forbidden',
  })
  expect(await me.refused(updateCategory, { id, version: 1, name: 'New', color: red })).toMatchObject({
    code: 'forbidden',
  })
  expect(await me.refused(deleteCategory, { id })).toMatchObject({ code: 'forbidden' })
})
