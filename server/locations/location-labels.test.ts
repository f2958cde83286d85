import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import {
  createLocation,
  listLocations,
  printLocationLabels,
  readLocation,
  updateLocation,
} from '../../contract/locations.ts'
import { listTransferDestinations } from '../../contract/location-transfers.ts'
import { search } from '../../contract/search.ts'
import { type Client, sharedApp } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { pdfPages } from '../testing/pdf-text.ts'

const app = await sharedApp()

/** The texts of the labels that a request returns. */
async function printed(me: Client, query: Record<string, string>): Promise<string> {
  const response = await me.fetch(`/api/v1/locations/labels?${new URLSearchParams({ paper: 'a4_24', ...query })}`)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return pdfPages(Buffer.from(await response.arrayBuffer())).join('')
}

/** A company with an active shelf and one that isn't. */
async function shelves() {
  const me = await app.signUp()
  const [main] = (await me.call(listLocations, {})).items
  const shelf = await me.call(createLocation, { name: 'Shelf A' })
  const old = await me.call(createLocation, { name: 'Old shelf', is_active: false })
  if (!main) throw new Error('a new company has a location')
  return { me, main, shelf, old }
}

test('a location’s code follows from its id, and stays the same when it is renamed', async () => {
  const { me } = await shelves()
  const made = await me.call(createLocation, { id: '018f2f6e-5b1a-7c3d-9e4f-a1b2c3d4e5f6', name: 'Shelf B' })
  expect(made.code).toBe('LOC-6007E193')
  const saved = await me.call(updateLocation, { id: made.id, version: 1, name: 'Aisle 9' })
  expect(saved.code).toBe(made.code)
  expect((await me.call(readLocation, { id: made.id })).code).toBe(made.code)
})

test('labels have the name and the code: of one location, active or not, or of the active ones that a list shows', async () => {
  const { me, main, shelf, old } = await shelves()
  const label = ({ name, code }: { name: string; code: string }) => `${name}\n${code}\n`
  expect(await printed(me, {})).toBe(label(main) + label(shelf))
  expect(await printed(me, { search: 'shelf', copies: '2' })).toBe(label(shelf).repeat(2))
  expect(await printed(me, { location_id: old.id })).toBe(label(old))
})

test('refused: no location, another company’s, too many at once', async () => {
  const { me, shelf } = await shelves()
  const other = await app.signUp()
  expect(await me.refused(printLocationLabels, { paper: 'a4_24', search: 'nothing' })).toMatchObject({ status: 404 })
  expect(await other.refused(printLocationLabels, { paper: 'a4_24', location_id: shelf.id })).toMatchObject({
    status: 404,
  })
  expect(await me.refused(printLocationLabels, { paper: 'a4_24', copies: limits.labelsPerFile / 2 + 1 })).toMatchObject(
    { fields: { copies: 'At most 2,000 labels can be printed at once' } },
  )
})

test('viewers print labels; limited members print, and find by code, those of their locations only', async () => {
  const { me, main, shelf } = await shelves()
  const viewer = await limitedMember(app, me, null, 'viewer')
  expect(await printed(viewer, {})).toContain(shelf.code)
  const limited = await limitedMember(app, me, [shelf.id], 'viewer')
  expect(await printed(limited, {})).toBe(`Shelf A\n${shelf.code}\n`)
  expect(await limited.refused(printLocationLabels, { paper: 'a4_24', location_id: main.id })).toMatchObject({
    status: 404,
  })
  const found = async (who: Client, search: string) => (await who.call(listLocations, { search })).items
  expect(await found(limited, main.code)).toEqual([])
  expect(await found(limited, shelf.code)).toMatchObject([{ id: shelf.id }])
})

test('a list is searched by the code of a label, as scanned or typed', async () => {
  const { me, shelf } = await shelves()
  const found = async (search: string) => (await me.call(listLocations, { search })).items.map(({ name }) => name)
  expect(await found(shelf.code)).toEqual(['Shelf A'])
  expect(await found(` ${shelf.code.toLowerCase()} `)).toEqual(['Shelf A'])
  expect(await found(shelf.code.slice(0, -1))).toEqual([])
  expect(await found('LOC-00000000')).toEqual([])
})

/** The locations that the search of everything finds. */
const searched = async (me: Client, text: string) =>
  (await me.call(search, { text })).items.filter(({ kind }) => kind === 'location')

test('the search finds a location by the code of its label, for limited members only their own', async () => {
  const { me, main, shelf, old } = await shelves()
  expect(await searched(me, shelf.code)).toMatchObject([{ id: shelf.id, label: 'Shelf A', fit: 'whole' }])
  expect(await searched(me, old.code.toLowerCase())).toMatchObject([{ id: old.id }])
  expect(await searched(await app.signUp(), shelf.code)).toEqual([])
  const limited = await limitedMember(app, me, [shelf.id])
  expect(await searched(limited, shelf.code)).toMatchObject([{ id: shelf.id }])
  expect(await searched(limited, main.code)).toEqual([])
})

test('two locations with the same code are both found', async () => {
  const { me } = await shelves()
  const ids = ['018f2f6e-5b1a-7c3d-9e4f-000000003ca3', '018f2f6e-5b1a-7c3d-9e4f-0000000074fe']
  for (const id of ids) await me.call(createLocation, { id, name: `Shelf ${id}` })
  const { items } = await me.call(listLocations, { search: 'LOC-0D005CD0' })
  expect(items.map(({ id }) => id)).toEqual(ids)
  expect((await searched(me, 'LOC-0D005CD0')).map(({ id }) => id)).toEqual(ids)
})

test('limited members see the codes of the locations that they can send goods to', async () => {
  const { me, main, shelf } = await shelves()
  const limited = await limitedMember(app, me, [shelf.id])
  expect((await limited.call(listTransferDestinations, {})).items).toEqual([
    { id: main.id, name: main.name, code: main.code },
    { id: shelf.id, name: shelf.name, code: shelf.code },
  ])
})
