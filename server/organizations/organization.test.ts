import { expect, test } from 'vitest'
import { listSessions } from '../../contract/account.ts'
import { listCategories } from '../../contract/categories.ts'
import { createApiKey } from '../../contract/api-keys.ts'
import { leaveOrganization, listMembers, readMe } from '../../contract/members.ts'
import { changeOrganization, readOrganization } from '../../contract/organization.ts'
import { saveSettings } from '../../contract/settings.ts'
import { program, testApp, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'

const app = await testApp()

/** As the session of somebody who has confirmed a second factor. */
const prove = (who: Client) =>
  app.admin.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [who.user_id])

test('an organisation says its name, its members and what it requires', async () => {
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

test('where a second factor is required, a session without one reaches nothing but what says so', async () => {
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
  // What it takes to set one up, the account itself and one's other organisations are open; and one may leave.
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

test('only an owner decides it, and not one who would be kept out by it', async () => {
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

test('an API key has no second factor and is not asked for one', async () => {
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
