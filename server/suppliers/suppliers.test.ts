import { expect, test } from 'vitest'
import { createSupplier, listSuppliers, readSupplier, updateSupplier } from '../../contract/suppliers.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'

const app = await sharedApp()

const exotic = {
  name: 'Exotic Liquids',
  email: 'orders@exotic.example',
  phone: '(171) 555-2222',
  address: '49 Gilbert St.\nLondon',
  contact_person: 'Charlotte Cooper',
  tax_id: 'GB 123',
  payment_terms: 'Net 30',
  notes: 'Closed on Mondays',
} as const

test('a supplier is created active, and read and saved with all its fields', async () => {
  const me = await app.signUp()
  const made = await me.call(createSupplier, exotic)
  expect(made).toMatchObject({ ...exotic, status: 'active', version: 1 })
  expect(await me.call(readSupplier, { id: made.id })).toEqual(made)
  const saved = await me.call(updateSupplier, {
    id: made.id,
    version: 1,
    name: 'Exotic',
    status: 'inactive',
    email: '',
  })
  expect(saved).toMatchObject({ name: 'Exotic', status: 'inactive', email: null, phone: null, notes: null, version: 2 })
})

test('a blank name and an invalid email are refused with their messages, the name first', async () => {
  const me = await app.signUp()
  const refusal = await me.refused(createSupplier, { name: ' ', email: 'no-address' })
  expect(refusal).toMatchObject({
    status: 422,
    message: 'Supplier name is required',
    fields: { name: 'Supplier name is required', email: 'Please enter a valid email address' },
  })
  for (const missing of [{}, { name: null }, { name: '\t' }])
    expect(await me.refused(createSupplier, missing)).toMatchObject({ fields: { name: 'Supplier name is required' } })
  for (const email of ['a@b', 'a b@c.d', '@c.d', 'a@@c.d', '<a@b.de>', 'a@b.de;c@d.de', 'a@b.d\uD800']) {
    expect(await me.refused(createSupplier, { name: 'A', email })).toMatchObject({
      fields: { email: 'Please enter a valid email address' },
    })
  }
  expect(await me.refused(createSupplier, { name: 'A', status: 'gone' })).toMatchObject({
    fields: { status: expect.any(String) },
  })
  expect((await me.call(listSuppliers, {})).items).toEqual([])
})

test('two suppliers may have the same name, and are found by exactly it, ignoring case', async () => {
  const me = await app.signUp()
  for (const name of ['Tokyo Traders', 'tokyo traders', 'Tokyo Traders, Osaka']) await me.call(createSupplier, { name })
  expect((await me.call(listSuppliers, {})).items).toHaveLength(3)
  const { items } = await me.call(listSuppliers, { name: ' TOKYO Traders' })
  expect(items.map(({ name }) => name.toLowerCase())).toEqual(['tokyo traders', 'tokyo traders'])
})

test('the same create sent thirty times at once makes one supplier', async () => {
  const me = await app.signUp()
  const input = { id: newId(), name: 'Pavlova, Ltd.' }
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => me.call(createSupplier, input)))
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'in_progress', status: 409 })
    else expect(outcome.value.id).toBe(input.id)
  }
  expect((await me.call(listSuppliers, {})).items).toHaveLength(1)
})

test('a save from an old version is refused with the current record', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createSupplier, exotic)
  const theirs = await me.call(updateSupplier, { id, version: 1, ...exotic, phone: '1' })
  expect(await me.refused(updateSupplier, { id, version: 1, ...exotic, phone: '2' })).toMatchObject({
    status: 409,
    code: 'conflict',
    details: { seen: 1, present: 2, record: theirs },
  })
})

test('the list pages by name, finds by name, contact and email, and filters by status', async () => {
  const me = await app.signUp()
  await me.call(createSupplier, exotic)
  await me.call(createSupplier, { name: 'bigfoot Breweries', contact_person: 'Cheryl Saylor', status: 'inactive' })
  await me.call(createSupplier, { name: 'Aux joyeux', email: 'guylene@aux.example' })
  const names = async (input: object) => (await me.call(listSuppliers, input)).items.map(({ name }) => name)
  expect(await names({})).toEqual(['Aux joyeux', 'bigfoot Breweries', 'Exotic Liquids'])
  expect(await names({ search: 'SAYLOR' })).toEqual(['bigfoot Breweries'])
  expect(await names({ search: 'orders@' })).toEqual(['Exotic Liquids'])
  expect(await names({ search: 'b', status: 'active' })).toEqual([])
  expect(await names({ status: 'active' })).toEqual(['Aux joyeux', 'Exotic Liquids'])
  const first = await me.call(listSuppliers, { limit: 2 })
  expect(await names({ limit: 2, cursor: first.next ?? '' })).toEqual(['Exotic Liquids'])
})

test("another organization's supplier isn't found", async () => {
  const [me, stranger] = await Promise.all([app.signUp(), app.signUp()])
  const { id } = await me.call(createSupplier, exotic)
  const notThere = { status: 404, code: 'not_found' }
  expect(await stranger.refused(readSupplier, { id })).toMatchObject(notThere)
  expect(await stranger.refused(updateSupplier, { id, version: 1, name: 'Theirs' })).toMatchObject(notThere)
  expect(await stranger.refused(readSupplier, { id: newId() })).toMatchObject(notThere)
  expect((await stranger.call(listSuppliers, { search: 'exotic' })).items).toEqual([])
})

test('a viewer can read suppliers but not change them', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createSupplier, exotic)
  await app.admin.query(`update members set role = 'viewer' where org_id = $1`, [me.org_id])
  expect(await me.call(readSupplier, { id })).toMatchObject(exotic)
  expect(await me.refused(createSupplier, exotic)).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await me.refused(updateSupplier, { id, version: 1, ...exotic })).toMatchObject({
    status: 403,
    code: 'forbidden',
  })
})
