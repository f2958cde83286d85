import { expect, test } from 'vitest'
import { listSessions } from '../../contract/account.ts'
import { listCategories } from '../../contract/categories.ts'
import { createApiKey } from '../../contract/api-keys.ts'
import { acceptInvitation, createInvitation } from '../../contract/invitations.ts'
import { limits } from '../../contract/limits.ts'
import { listLocations } from '../../contract/locations.ts'
import { readMe } from '../../contract/me.ts'
import { leaveOrganization, listMembers } from '../../contract/members.ts'
import {
  changeOrganization,
  createOwnOrganization,
  deleteOrganization,
  readOrganization,
} from '../../contract/organizations.ts'
import { readSettings, saveSettings } from '../../contract/settings.ts'
import { silentLog } from '../platform/log.ts'
import { program, sharedApp, type Client } from '../testing/app.ts'
import { colleague, secretOf } from '../testing/colleagues.ts'
import { removeAbandonedOrganizations } from './remove-abandoned.ts'

const app = await sharedApp()

/** As the session of someone who has confirmed a second factor. */
const prove = (who: Client) =>
  app.admin.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [who.user_id])

test('an organization is returned with its name, number of members and requirements', async () => {
  const owner = await app.signUp()
  await owner.call(saveSettings, { company_name: 'Northwind', version: 1 })
  const viewer = await colleague(app, owner, 'viewer')
  expect(await viewer.call(readOrganization, {})).toEqual({
    org_id: owner.org_id,
    name: 'Northwind',
    is_sample: false,
    created_at: expect.any(String),
    member_count: 2,
    second_factor_required: false,
  })
})

test('a person can create another company, which is empty and theirs, and work in it', async () => {
  const owner = await app.signUp()
  const made = await owner.call(createOwnOrganization, { name: ' Northwind ', time_zone: 'Europe/Berlin' })
  expect(made).toEqual({ org_id: expect.any(String), name: 'Northwind' })
  const there = owner.in(made.org_id)
  expect(await there.call(readOrganization, {})).toMatchObject({ name: 'Northwind', member_count: 1, is_sample: false })
  expect(await there.call(readSettings, {})).toMatchObject({ company_name: 'Northwind', time_zone: 'Europe/Berlin' })
  expect((await there.call(listLocations, {})).items.map(({ name }) => name)).toEqual(['Main Warehouse'])
  const { organization, organizations } = await owner.call(readMe, {})
  expect(organization.org_id).toBe(owner.org_id)
  expect(organizations.map(({ org_id, role }) => [org_id, role])).toEqual([
    [owner.org_id, 'owner'],
    [made.org_id, 'owner'],
  ])
  // A newer browser may know a time zone that the server doesn't.
  const other = await owner.call(createOwnOrganization, { name: 'Southwind', time_zone: 'Mars/Olympus' })
  expect((await owner.in(other.org_id).call(readSettings, {})).time_zone).toBe(
    (await owner.call(readSettings, {})).time_zone,
  )
})

test('another company has the currency of the first, or the chosen one, until its first order', async () => {
  const owner = await app.signUp()
  await owner.call(saveSettings, { currency: 'SEK', version: 1 })
  const currencyOf = async (more: { time_zone?: string; currency?: string }) => {
    const { org_id } = await owner.call(createOwnOrganization, { name: 'Branch', ...more })
    const { currency, can_change_currency } = await owner.in(org_id).call(readSettings, {})
    return { currency, can_change_currency }
  }
  expect(await currencyOf({ time_zone: 'Europe/Oslo' })).toEqual({ currency: 'SEK', can_change_currency: true })
  expect(await currencyOf({ currency: 'NOK' })).toEqual({ currency: 'NOK', can_change_currency: true })
  for (const currency of ['KWD', 'nok', ''])
    expect(await owner.refused(createOwnOrganization, { name: 'Branch', currency })).toMatchObject({
      status: 422,
      fields: { currency: 'Unknown currency' },
    })
})

test('a person can own a limited number of companies, even when several are created at once', async () => {
  const owner = await app.signUp()
  await app.admin.query(
    `with made as (
      insert into organizations (org_id, name) select gen_random_uuid(), 'Filler' from generate_series(1, $2) returning org_id
    ) insert into members (org_id, user_id, role) select org_id, $1, 'owner' from made`,
    [owner.user_id, limits.organizationsPerOwner - 2],
  )
  const answers = await Promise.allSettled(
    [1, 2, 3].map((number) => owner.call(createOwnOrganization, { name: `Company ${number}` })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await owner.refused(createOwnOrganization, { name: 'One more' })).toMatchObject({
    status: 409,
    code: 'limit_reached',
  })
})

test("the only member of a company deletes it by entering its name: it can't be opened anymore and is removed 30 days later", async () => {
  const owner = await app.signUp()
  const { org_id } = await owner.call(createOwnOrganization, { name: 'Northwind' })
  const there = owner.in(org_id)
  expect(await there.refused(deleteOrganization, { name: 'Southwind' })).toMatchObject({
    status: 422,
    fields: { name: 'Enter the company’s name exactly' },
  })
  expect(await there.call(deleteOrganization, { name: 'Northwind' })).toEqual({ org_id, home_org_id: owner.org_id })
  expect(await there.refused(readOrganization, {})).toMatchObject({ status: 404 })
  expect((await owner.call(readMe, {})).organizations.map((one) => one.org_id)).toEqual([owner.org_id])
  await removeAbandonedOrganizations(app.db, async () => {}, silentLog)
  const kept = () => app.admin.query('select from organizations where org_id = $1', [org_id])
  expect((await kept()).rowCount).toBe(1)
  await app.admin.query(
    `update organizations set abandoned_at = clock_timestamp() - interval '31 days' where org_id = $1`,
    [org_id],
  )
  await removeAbandonedOrganizations(app.db, async () => {}, silentLog)
  expect((await kept()).rowCount).toBe(0)
  // Without any other organization, a new and empty one replaces it.
  const { name } = await owner.call(readOrganization, {})
  const { home_org_id } = await owner.call(deleteOrganization, { name })
  expect(home_org_id).not.toBe(owner.org_id)
  expect((await owner.in(home_org_id).call(readMe, {})).organizations).toHaveLength(1)
})

test("a company with other members can't be deleted, and only an owner can delete one", async () => {
  const owner = await app.signUp()
  await owner.call(saveSettings, { company_name: 'Northwind', version: 1 })
  const admin = await colleague(app, owner, 'admin')
  expect(await admin.refused(deleteOrganization, { name: 'Northwind' })).toMatchObject({ status: 403 })
  expect(await owner.refused(deleteOrganization, { name: 'Northwind' })).toMatchObject({
    status: 409,
    code: 'has_other_members',
  })
  expect((await owner.call(listMembers, {})).items).toHaveLength(2)
})

test('deleting a company while someone joins it never leaves a member of a deleted one', async () => {
  for (let round = 0; round < 4; round++) {
    const owner = await app.signUp()
    const guest = await app.signUp()
    await owner.call(saveSettings, { company_name: 'Northwind', version: 1 })
    const { link } = await owner.call(createInvitation, { role: 'admin' })
    const [deleted, joined] = await Promise.allSettled([
      owner.call(deleteOrganization, { name: 'Northwind' }),
      guest.call(acceptInvitation, { secret: secretOf(link) }),
    ])
    expect([deleted.status, joined.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await app.admin.query('select user_id from members where org_id = $1', [owner.org_id])
    expect(rows).toHaveLength(deleted.status === 'fulfilled' ? 0 : 2)
  }
})

test('where a second factor is required, a session without one can only read that it is required', async () => {
  const owner = await app.signUp()
  const member = await colleague(app, owner, 'staff')
  await prove(owner)
  expect(await owner.call(changeOrganization, { second_factor_required: true })).toMatchObject({
    second_factor_required: true,
  })
  const refused = { status: 403, code: 'second_factor_required' }
  expect(await member.refused(listCategories, {})).toMatchObject(refused)
  expect(await member.refused(listMembers, {})).toMatchObject(refused)
  expect((await member.fetch('/api/v1/events')).status).toBe(403)
  expect(await member.call(readMe, {})).toMatchObject({ needs_second_factor: true })
  // Setting one up, the account itself and the person's other organizations stay accessible; and they may leave.
  expect((await member.call(listSessions, {})).items).toHaveLength(1)
  expect((await member.fetch('/api/v1/account/export')).status).toBe(200)
  expect((await member.fetch('/auth/v1/user')).status).toBe(200)
  const home = (await member.call(readMe, {})).organizations.find(({ role }) => role === 'owner')
  await member.call(listCategories, {}, { org_id: home?.org_id ?? '' })
  await prove(member)
  await member.call(listCategories, {})
  expect(await member.call(readMe, {})).toMatchObject({ needs_second_factor: false })
  const leaving = await colleague(app, owner, 'viewer')
  expect(await leaving.refused(listMembers, {})).toMatchObject(refused)
  expect(await leaving.call(leaveOrganization, {})).toMatchObject({ org_id: owner.org_id })
})

test('only an owner can require it, and not one who would be locked out', async () => {
  const owner = await app.signUp()
  const admin = await colleague(app, owner, 'admin')
  expect(await admin.refused(changeOrganization, { second_factor_required: true })).toMatchObject({
    status: 403,
    code: 'forbidden',
  })
  expect(await owner.refused(changeOrganization, { second_factor_required: true })).toMatchObject({
    status: 403,
    code: 'second_factor_required',
    message: 'Set up a second factor for your own account first.',
  })
  await prove(owner)
  await owner.call(changeOrganization, { second_factor_required: true })
  await owner.call(changeOrganization, { second_factor_required: false })
  await admin.call(listCategories, {})
})

test("an API key isn't asked for a second factor", async () => {
  const owner = await app.signUp()
  const { id, key } = await owner.call(createApiKey, {
    name: 'Shop',
    permissions: ['catalogue.read', 'organization.read'],
  })
  await prove(owner)
  await owner.call(changeOrganization, { second_factor_required: true })
  const shop = program(app.url, { id, key: key ?? '', org_id: owner.org_id })
  expect(await shop.call(readOrganization, {})).toMatchObject({ org_id: owner.org_id, second_factor_required: true })
})
