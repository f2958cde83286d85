import { expect, test } from 'vitest'
import { chooseProductsView, readMe } from '../../contract/me.ts'
import { sharedApp } from '../testing/app.ts'

const app = await sharedApp()

test('a new person owns an organization named after the address, with settings, a profile and Main Warehouse', async () => {
  const jane = await app.signUp('Jane.Doe@Example.com')
  const me = await jane.call(readMe, {})
  const organization = { org_id: jane.org_id, name: 'jane.doe', role: 'owner' as const, is_sample: false }
  expect(me).toEqual({
    user_id: jane.user_id,
    email: 'jane.doe@example.com',
    username: 'jane.doe',
    organization,
    time_zone: 'UTC',
    currency: 'USD',
    organizations: [organization],
    needs_second_factor: false,
    location_ids: null,
    can_mail: false,
    products_view: null,
  })
  const { rows } = await app.admin.query(
    `select
      (select json_agg(json_build_object('name', name, 'is_default', is_default, 'user_id', user_id)) from locations where org_id = $1) as locations,
      (select count(*)::int from organization_settings where org_id = $1) as settings,
      (select count(*)::int from member_settings where org_id = $1 and user_id = $2) as own_settings`,
    [jane.org_id, jane.user_id],
  )
  expect(rows[0]).toEqual({
    locations: [{ name: 'Main Warehouse', is_default: true, user_id: jane.user_id }],
    settings: 1,
    own_settings: 1,
  })
})

test('the chosen view of the product list is remembered per person and organization', async () => {
  const [jane, host] = [await app.signUp(), await app.signUp()]
  await admit(host.org_id, jane.user_id, 'viewer')
  expect(await jane.call(chooseProductsView, { view: 'table' })).toEqual({ products_view: 'table' })
  const viewIn = async (who: typeof jane, org_id: string) => (await who.call(readMe, {}, { org_id })).products_view
  expect(await viewIn(jane, jane.org_id)).toBe('table')
  expect(await viewIn(jane, host.org_id)).toBe(null)
  expect(await viewIn(host, host.org_id)).toBe(null)
  await jane.call(chooseProductsView, { view: 'grid' })
  expect(await viewIn(jane, jane.org_id)).toBe('grid')
  expect(await jane.refused(chooseProductsView, { view: 'pile' })).toMatchObject({ status: 422 })
})

test('the company name in the settings is the name people see', async () => {
  const jane = await app.signUp()
  await app.admin.query(`update organization_settings set company_name = 'Northwind' where org_id = $1`, [jane.org_id])
  expect((await jane.call(readMe, {})).organization.name).toBe('Northwind')
})

test('a member of two organizations sees both, their own first, and works in the one the request names', async () => {
  const [jane, host] = [await app.signUp(), await app.signUp()]
  await admit(host.org_id, jane.user_id, 'viewer')
  const atHome = await jane.call(readMe, {})
  expect(atHome.organizations.map(({ org_id, role }) => [org_id, role])).toEqual([
    [jane.org_id, 'owner'],
    [host.org_id, 'viewer'],
  ])
  const visiting = await jane.call(readMe, {}, { org_id: host.org_id })
  expect(visiting.organization).toMatchObject({ org_id: host.org_id, role: 'viewer' })
})

test("an organization without membership looks like one that doesn't exist", async () => {
  const [jane, other] = [await app.signUp(), await app.signUp()]
  const foreign = await jane.refused(readMe, {}, { org_id: other.org_id })
  const unknown = await jane.refused(readMe, {}, { org_id: crypto.randomUUID() })
  expect(foreign).toMatchObject({ status: 404, code: 'not_found' })
  expect({ ...foreign, request_id: '' }).toEqual({ ...unknown, request_id: '' })
})

test('a removed member is refused at the next request, with the same token', async () => {
  const [jane, host] = [await app.signUp(), await app.signUp()]
  await admit(host.org_id, jane.user_id, 'staff')
  await jane.call(readMe, {}, { org_id: host.org_id })
  await app.admin.query('delete from members where org_id = $1 and user_id = $2', [host.org_id, jane.user_id])
  expect(await jane.refused(readMe, {}, { org_id: host.org_id })).toMatchObject({ status: 404 })
})

test("the access check detects an ended session, another person's session and the default organization", async () => {
  const [jane, other] = [await app.signUp(), await app.signUp()]
  const check = async (user_id: string, session_id: string, org_id: string | null) => {
    const { rows } = await app.admin.query(`select role from app.access_check($1, $2, 'aal1', $3)`, [
      user_id,
      session_id,
      org_id,
    ])
    return rows[0].role as string | null
  }
  const session = await sessionOf(jane.user_id)
  expect(await check(jane.user_id, session, null)).toBe('owner')
  expect(await check(jane.user_id, session, jane.org_id)).toBe('owner')
  expect(await check(jane.user_id, session, other.org_id)).toBe(null)
  expect(await check(jane.user_id, await sessionOf(other.user_id), jane.org_id)).toBe('ended')
  expect(await check(jane.user_id, crypto.randomUUID(), jane.org_id)).toBe('ended')
  await jane.fetch('/auth/v1/logout', { method: 'POST' })
  expect(await check(jane.user_id, session, jane.org_id)).toBe('ended')
  expect(await jane.refused(readMe, {})).toMatchObject({ status: 401, code: 'session_not_found' })
})

async function sessionOf(user_id: string): Promise<string> {
  const { rows } = await app.admin.query('select id from auth.sessions where user_id = $1', [user_id])
  return rows[0].id as string
}

async function admit(org_id: string, user_id: string, role: string): Promise<void> {
  await app.admin.query('insert into members (org_id, user_id, role) values ($1, $2, $3)', [org_id, user_id, role])
  await app.admin.query(
    `insert into profiles (org_id, user_id, email, username)
     select $1, id, email, split_part(email, '@', 1) from auth.users where id = $2`,
    [org_id, user_id],
  )
}
