import { expect, test } from 'vitest'
import {
  createLocation,
  deleteLocation,
  listLocations,
  readLocation,
  setDefaultLocation,
  updateLocation,
  type Location,
} from '../../contract/locations.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp, type Client } from '../testing/app.ts'

const app = await sharedApp()

async function locations(client: Client): Promise<Location[]> {
  return (await client.call(listLocations, {})).items
}

async function defaultOf(client: Client): Promise<Location> {
  const [first] = await locations(client)
  if (!first?.is_default) throw new Error('the first location of a list must be the default')
  return first
}

/** What a save sends to leave a location as it is. */
function fieldsOf({ id, version, name, is_active }: Location) {
  return { id, version, name, is_active }
}

test('a new organization has one location, the active default "Main Warehouse"', async () => {
  const me = await app.signUp()
  expect(await locations(me)).toMatchObject([{ name: 'Main Warehouse', is_default: true, is_active: true, version: 1 }])
})

test('a location is created, read and saved with all its fields', async () => {
  const me = await app.signUp()
  const fields = {
    name: 'Cold store',
    contact_person: 'Mia',
    phone: '555-0199',
    email: 'cold@example.com',
    address: '2 Harbour Way',
    description: 'Minus 18 °C',
  }
  const made = await me.call(createLocation, fields)
  expect(made).toMatchObject({ ...fields, is_active: true, is_default: false, version: 1 })
  expect(await me.call(readLocation, { id: made.id })).toEqual({
    ...made,
    stock: { products: 0, units_have_sum: true, on_hand: 0, held: 0, in_transit: 0, incoming: 0 },
  })
  const saved = await me.call(updateLocation, { id: made.id, version: 1, name: 'Freezer', is_active: false })
  expect(saved).toMatchObject({ name: 'Freezer', is_active: false, phone: null, description: null, version: 2 })
  const again = await me.call(updateLocation, { id: made.id, version: 2, name: 'Freezer' })
  expect(again).toMatchObject({ is_active: true, version: 3 })
})

test('a blank name, an invalid email and an inactive default are refused beside their fields', async () => {
  const me = await app.signUp()
  expect(await me.refused(createLocation, { name: ' ', email: 'x' })).toMatchObject({
    status: 422,
    fields: { name: 'Name is required', email: 'Please enter a valid email address' },
  })
  expect(await me.refused(createLocation, { name: 'A', is_active: false, is_default: true })).toMatchObject({
    status: 422,
    fields: { is_active: 'The default location must be active' },
  })
  expect(await locations(me)).toHaveLength(1)
})

test('a name is taken ignoring case, until its location is deleted', async () => {
  const me = await app.signUp()
  const taken = { status: 409, code: 'name_taken', fields: { name: 'A location with this name already exists' } }
  expect(await me.refused(createLocation, { name: 'MAIN warehouse' })).toMatchObject(taken)
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  expect(await me.refused(updateLocation, { ...fieldsOf(shop), name: 'main warehouse' })).toMatchObject(taken)
  await me.call(deleteLocation, { id: shop.id })
  await me.call(createLocation, { name: 'SHOP FLOOR' })
})

test('when twenty people add the same name at once, one succeeds and nineteen are refused', async () => {
  const me = await app.signUp()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => me.call(createLocation, { name: 'Attic', is_default: index % 2 === 0 })),
  )
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toHaveLength(19)
  for (const refusal of refused) {
    expect(refusal).toMatchObject({
      code: 'name_taken',
      body: { error: { fields: { name: 'A location with this name already exists' } } },
    })
  }
  expect((await locations(me)).filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('a save from an old version is refused with the current record', async () => {
  const me = await app.signUp()
  const made = await me.call(createLocation, { name: 'Yard' })
  const theirs = await me.call(updateLocation, { ...fieldsOf(made), name: 'Back yard' })
  expect(await me.refused(updateLocation, { ...fieldsOf(made), name: 'Front yard' })).toMatchObject({
    status: 409,
    code: 'conflict',
    details: { seen: 1, present: 2, record: theirs },
  })
})

test('Set as Default moves the default from the previous location', async () => {
  const me = await app.signUp()
  const old = await defaultOf(me)
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  expect(await me.call(setDefaultLocation, { id: shop.id })).toMatchObject({
    id: shop.id,
    is_default: true,
    version: 2,
  })
  expect(await me.call(readLocation, { id: old.id })).toMatchObject({ is_default: false, version: 2 })
  expect(await me.call(setDefaultLocation, { id: shop.id })).toMatchObject({ is_default: true, version: 2 })
  const made = await me.call(createLocation, { name: 'Annex', is_default: true })
  expect((await defaultOf(me)).id).toBe(made.id)
  await me.call(updateLocation, { id: old.id, version: 2, name: old.name, is_default: true })
  expect((await defaultOf(me)).id).toBe(old.id)
  await me.call(updateLocation, { id: old.id, version: 3, name: old.name })
  expect((await defaultOf(me)).id).toBe(old.id)
})

test('an inactive location cannot become the default', async () => {
  const me = await app.signUp()
  const shed = await me.call(createLocation, { name: 'Shed', is_active: false })
  expect(await me.refused(setDefaultLocation, { id: shed.id })).toMatchObject({
    status: 409,
    code: 'location_not_active',
  })
  expect((await defaultOf(me)).name).toBe('Main Warehouse')
})

test('when twenty people set the default at once, no reader ever sees none or two', async () => {
  const me = await app.signUp()
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, index) => me.call(createLocation, { name: `Location ${index}` })),
  )
  const counts = new Set<number>()
  let switching = true
  const reading = (async () => {
    while (switching) {
      const { rows } = await app.admin.query<{ defaults: number }>(
        'select count(*)::int as defaults from locations where org_id = $1 and is_default',
        [me.org_id],
      )
      counts.add(rows[0]?.defaults ?? -1)
    }
  })()
  const outcomes = await Promise.allSettled(made.map(({ id }) => me.call(setDefaultLocation, { id })))
  switching = false
  await reading
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  expect([...counts]).toEqual([1])
  expect((await locations(me)).filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('changing the default while another location is being deactivated leaves an active default', async () => {
  const me = await app.signUp()
  for (let round = 0; round < 5; round++) {
    const shop = await me.call(createLocation, { name: `Shop ${round}` })
    const outcomes = await Promise.allSettled([
      me.call(setDefaultLocation, { id: shop.id }),
      me.call(updateLocation, { ...fieldsOf(shop), is_active: false }),
    ])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(['location_not_active', 'conflict', 'location_is_default']).toContain(outcome.reason.code)
    }
    expect(await defaultOf(me)).toMatchObject({ is_active: true })
  }
})

test("the default can't be deleted or deactivated", async () => {
  const me = await app.signUp()
  const main = await defaultOf(me)
  expect(await me.refused(deleteLocation, { id: main.id })).toMatchObject({
    status: 409,
    code: 'location_is_default',
    message: 'Cannot delete the default location',
  })
  expect(await me.refused(updateLocation, { ...fieldsOf(main), is_active: false })).toMatchObject({
    status: 409,
    code: 'location_is_default',
    message: 'Can’t deactivate the default location',
  })
})

test('a location without history is deleted permanently', async () => {
  const me = await app.signUp()
  const shed = await me.call(createLocation, { name: 'Shed' })
  expect(await me.call(deleteLocation, { id: shed.id })).toEqual({ id: shed.id, hidden: false })
  expect(await me.refused(readLocation, { id: shed.id })).toMatchObject({ status: 404 })
  const { rows } = await app.admin.query('select from locations where id = $1', [shed.id])
  expect(rows).toEqual([])
})

test('the list shows the default first, then by name, and is filtered by name and activity', async () => {
  const me = await app.signUp()
  for (const name of ['beta', 'Alpha', 'gamma']) await me.call(createLocation, { name, is_active: name !== 'gamma' })
  const names = async (input: object) => (await me.call(listLocations, input)).items.map(({ name }) => name)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await me.call(listLocations, { limit: 1, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ name }) => name))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(seen).toEqual(['Main Warehouse', 'Alpha', 'beta', 'gamma'])
  expect(await names({ search: 'A' })).toEqual(['Main Warehouse', 'Alpha', 'beta', 'gamma'])
  expect(await names({ search: 'alp' })).toEqual(['Alpha'])
  expect(await names({ active: 'true' })).toEqual(['Main Warehouse', 'Alpha', 'beta'])
  expect(await names({ active: 'false' })).toEqual(['gamma'])
})

test("another organization's location isn't found", async () => {
  const [me, stranger] = await Promise.all([app.signUp(), app.signUp()])
  const { id } = await me.call(createLocation, { name: 'Mine' })
  const notThere = { status: 404, code: 'not_found' }
  expect(await stranger.refused(readLocation, { id })).toMatchObject(notThere)
  expect(await stranger.refused(updateLocation, { id, version: 1, name: 'Theirs' })).toMatchObject(notThere)
  expect(await stranger.refused(setDefaultLocation, { id })).toMatchObject(notThere)
  expect(await stranger.refused(deleteLocation, { id })).toMatchObject(notThere)
  expect(await me.refused(deleteLocation, { id: newId() })).toMatchObject(notThere)
})

test('a viewer can read locations but not change them', async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  await app.admin.query(`update members set role = 'viewer' where org_id = $1`, [me.org_id])
  expect(await locations(me)).toHaveLength(2)
  for (const refusal of [
    await me.refused(createLocation, { name: 'New' }),
    await me.refused(updateLocation, fieldsOf(shop)),
    await me.refused(setDefaultLocation, { id: shop.id }),
    await me.refused(deleteLocation, { id: shop.id }),
  ]) {
    expect(refusal).toMatchObject({ status: 403, code: 'forbidden' })
  }
})
