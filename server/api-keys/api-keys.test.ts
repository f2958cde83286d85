import { expect, test } from 'vitest'
import { createApiKey, listApiKeys, revokeApiKey } from '../../contract/api-keys.ts'
import { createCategory, listCategories } from '../../contract/categories.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { createInvitation } from '../../contract/invitations.ts'
import { limits } from '../../contract/limits.ts'
import { readMe } from '../../contract/me.ts'
import { changeMemberRole, leaveOrganization, listMembers, removeMember } from '../../contract/members.ts'
import { keyPermissions, mayDo, permissions, type Permission } from '../../contract/permissions.ts'
import { createProduct, readProduct } from '../../contract/products.ts'
import { listLocations } from '../../contract/locations.ts'
import { readSettings, saveSettings } from '../../contract/settings.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { allEndpoints } from '../testing/all-endpoints.ts'
import { program, sharedApp, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()
const notValid = { status: 401, code: 'api_key_not_valid' }
const everything = [...keyPermissions]

async function keyOf(maker: Client, given: readonly Permission[] = everything) {
  const { id, key } = await maker.call(createApiKey, { name: 'Web shop', permissions: [...given] as never })
  return { id, key: key ?? '', client: program(app.url, { id, key: key ?? '', org_id: maker.org_id }) }
}

test('a key opens the API of its organization with its permissions, and nothing else', async () => {
  const owner = await app.signUp()
  const { key, id, client } = await keyOf(owner, ['catalogue.read', 'catalogue.write'])
  expect(key).toMatch(new RegExp(`^onh_${id.replaceAll('-', '')}_[A-Za-z0-9_-]{43}$`))
  await client.call(createCategory, { name: 'By program', color: '#112233' })
  expect((await client.call(listCategories, {})).items).toMatchObject([{ name: 'By program', user_id: id }])
  expect(await client.refused(readSettings, {})).toMatchObject({ status: 403, code: 'forbidden' })
  // Naming its own organization changes nothing; another one isn't found.
  expect((await client.call(listCategories, {}, { org_id: owner.org_id })).items).toHaveLength(1)
  const other = await app.signUp()
  expect(await client.refused(listCategories, {}, { org_id: other.org_id })).toMatchObject({ status: 404 })
})

test('every stamp and audit row has the id of the key, and histories its name', async () => {
  const owner = await app.signUp()
  const { id, client } = await keyOf(owner)
  const product = await client.call(createProduct, { name: 'Chai', sku: 'C-1', price: 18, stock_quantity: 5 })
  expect(product.user_id).toBe(id)
  const entry = { product_id: product.id, type: 'in' as const, quantity: 2, reason_code: 'customer_return' as const }
  const { posting_id } = await client.call(createTransaction, entry)
  const history = await owner.call(listTransactions, { product_id: product.id })
  expect(history.items[0]).toMatchObject({ user_id: id, user_reference: 'Web shop' })
  const { rows } = await app.admin.query(
    `select distinct user_id from (
       select user_id from stock_postings where org_id = $1 and id = $2
       union all select user_id from audit_trail where org_id = $1 and table_name = 'products') as stamped`,
    [owner.org_id, posting_id],
  )
  expect(rows).toEqual([{ user_id: id }])
})

test("the secret is shown once and isn't stored in the database", async () => {
  const owner = await app.signUp()
  const idempotencyKey = newId()
  const input = { name: 'Web shop', permissions: ['catalogue.read' as const] }
  // Its id replaces a user's, so clients can't choose it.
  expect(await owner.refused(createApiKey, { ...input, id: owner.user_id } as never)).toMatchObject({ status: 422 })
  const made = await owner.call(createApiKey, input, { idempotencyKey })
  const secret = made.key?.split('_').slice(2).join('_') ?? ''
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(await owner.call(createApiKey, input, { idempotencyKey })).toEqual({ ...made, key: null })
  const { rows } = await app.admin.query<{ everything: string }>(
    `select concat(
      (select string_agg(k::text, '') from api_keys k where org_id = $1),
      (select string_agg(a::text, '') from audit_trail a where org_id = $1),
      (select string_agg(r::text, '') from command_results r where org_id = $1)) as everything`,
    [owner.org_id],
  )
  expect(rows[0]?.everything).toContain(made.id)
  expect(rows[0]?.everything).not.toContain(secret)
  const { items } = await owner.call(listApiKeys, {})
  expect(items).toMatchObject([{ id: made.id, name: 'Web shop', made_by: owner.email.split('@')[0] }])
  expect(JSON.stringify(items)).not.toContain(secret)
})

test('a revoked key is refused at its next request, and so is one whose creator was removed', async () => {
  const owner = await app.signUp()
  const admin = await colleague(app, owner, 'admin')
  const [revoked, orphaned] = [await keyOf(owner), await keyOf(admin)]
  await revoked.client.call(listCategories, {})
  await orphaned.client.call(listCategories, {})
  expect(await owner.call(revokeApiKey, { id: revoked.id })).toEqual({ id: revoked.id })
  await owner.call(removeMember, { user_id: admin.user_id })
  expect(await revoked.client.refused(listCategories, {})).toMatchObject(notValid)
  expect(await orphaned.client.refused(listCategories, {})).toMatchObject(notValid)
  expect(await owner.refused(revokeApiKey, { id: revoked.id })).toMatchObject({ status: 404 })
  expect((await owner.call(listApiKeys, {})).items).toEqual([])
})

test('while its creator is banned a key is refused', async () => {
  const owner = await app.signUp()
  const admin = await colleague(app, owner, 'admin')
  const { id, client } = await keyOf(admin)
  const ban = (until: string | null) =>
    app.admin.query('update auth.users set banned_until = $2 where id = $1', [admin.user_id, until])
  await client.call(listCategories, {})
  await ban('2999-01-01')
  expect(await client.refused(listCategories, {})).toMatchObject(notValid)
  // A request that was authenticated just before finds it in its own transaction.
  const { rows } = await app.admin.query('select role from app.api_key_access($1, $2)', [id, owner.org_id])
  expect(rows).toEqual([{ role: null }])
  await ban('2020-01-01')
  await client.call(listCategories, {})
  await ban(null)
  await client.call(listCategories, {})
})

test("a key's permissions are read in the transaction of its request: once revoked it does nothing", async () => {
  const owner = await app.signUp()
  const { id } = await keyOf(owner)
  const check = async () => {
    const { rows } = await app.admin.query('select role from app.api_key_access($1, $2)', [id, owner.org_id])
    return rows
  }
  expect(await check()).toEqual([{ role: 'owner' }])
  await app.admin.query('update api_keys set revoked_at = now() where id = $1', [id])
  expect(await check()).toEqual([{ role: null }])
})

test('a key never has more permissions than its creator has now', async () => {
  const owner = await app.signUp()
  const admin = await colleague(app, owner, 'admin')
  const { id, client } = await keyOf(admin, ['catalogue.read', 'catalogue.write', 'settings.read', 'settings.write'])
  const { version } = await client.call(readSettings, {})
  await client.call(saveSettings, { company_name: 'By program', version })
  await owner.call(changeMemberRole, { user_id: admin.user_id, role: 'viewer' })
  const category = { name: 'Late', color: '#112233' }
  expect(await client.refused(createCategory, category)).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await client.refused(saveSettings, { company_name: 'Late', version: 2 })).toMatchObject({ status: 403 })
  await client.call(listCategories, {})
  const [listed] = (await owner.call(listApiKeys, {})).items
  expect(listed).toMatchObject({ id, effective_permissions: ['catalogue.read', 'settings.read'] })
})

test("a key limited to locations sees and moves stock only there, and never beyond its creator's", async () => {
  const { me, main, shop, product, at } = await stocked(app)
  const { id: product_id } = await product(5)
  const limited = async (location_ids: string[]) => {
    const permissions = ['stock.read' as const, 'stock.write' as const, 'catalogue.read' as const]
    const { id, key } = await me.call(createApiKey, { name: 'Shop till', permissions, location_ids })
    return program(app.url, { id, key: key ?? '', org_id: me.org_id })
  }
  const till = await limited([shop])
  const entry = { product_id, type: 'in' as const, quantity: 1, reason_code: 'customer_return' as const }
  await till.call(createTransaction, { ...entry, location_id: shop })
  expect([await at(product_id, main), await at(product_id, shop)]).toEqual([5, 1])
  expect((await till.call(listLocations, {})).items.map(({ id }) => id)).toEqual([shop])
  expect(await till.refused(createTransaction, { ...entry, location_id: main })).toMatchObject({ status: 403 })
  expect((await till.call(readProduct, { id: product_id })).stock_quantity).toBe(1)
  // Its creator is limited to the other location now: they have no location in common.
  const both = await limited([shop, main])
  await app.admin.query(`update members set role = 'staff', location_ids = $3 where org_id = $1 and user_id = $2`, [
    me.org_id,
    me.user_id,
    [main],
  ])
  expect((await till.call(listLocations, {})).items).toEqual([])
  expect((await both.call(listLocations, {})).items.map(({ id }) => id)).toEqual([main])
})

test('a key can only be limited to locations of its own organization', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const [foreign] = (await other.call(listLocations, {})).items
  const key = { name: 'Shop', permissions: ['catalogue.read'] }
  for (const id of [foreign?.id, newId()])
    expect(await me.refused(createApiKey, { ...key, location_ids: [id] })).toMatchObject({
      status: 404,
      fields: { 'location_ids.0': 'Location not found' },
    })
  expect(await me.refused(createApiKey, { ...key, location_ids: [] })).toMatchObject({ status: 422 })
})

test('a key can save company information but not a person’s notification settings', async () => {
  const owner = await app.signUp()
  const { client } = await keyOf(owner, ['settings.read', 'settings.write'])
  expect(await client.refused(saveSettings, { low_stock_alerts: false })).toMatchObject({
    status: 403,
    code: 'forbidden',
  })
  expect(await client.call(saveSettings, { company_name: 'Northwind', version: 1 })).toMatchObject({
    company_name: 'Northwind',
  })
})

test("no key gets permissions for members, keys, ownership or accounts, and viewers and staff can't create keys", async () => {
  const owner = await app.signUp()
  const forbidden = permissions.filter((permission) => !(keyPermissions as readonly string[]).includes(permission))
  expect(forbidden).toEqual([
    'account.read',
    'account.write',
    'organization.write',
    'members.read',
    'members.write',
    'api_keys.write',
    'webhooks.write',
    'files.read',
  ])
  for (const permission of forbidden)
    expect(
      await owner.refused(createApiKey, { name: 'Too much', permissions: [permission] }),
      permission,
    ).toMatchObject({ status: 422, fields: { 'permissions.0': expect.any(String) } })
  for (const role of ['staff', 'viewer'] as const) {
    const member = await colleague(app, owner, role)
    expect(await member.refused(createApiKey, { name: 'A', permissions: ['catalogue.read'] })).toMatchObject({
      status: 403,
    })
    expect(await member.refused(listApiKeys, {})).toMatchObject({ status: 403 })
  }
})

test('a key with all permissions reaches no endpoint about people, keys or accounts, even if its row says so', async () => {
  const owner = await app.signUp()
  const { id, client } = await keyOf(owner)
  await app.admin.query('update api_keys set permissions = $2 where id = $1', [id, permissions])
  const user_id = owner.user_id
  const attempts: [Endpoint, object][] = [
    [readMe, {}],
    [listMembers, {}],
    [removeMember, { user_id }],
    [changeMemberRole, { user_id, role: 'viewer' }],
    [createInvitation, { role: 'viewer' }],
    [leaveOrganization, {}],
    [listApiKeys, {}],
    [createApiKey, { name: 'Second', permissions: ['catalogue.read'] }],
    [revokeApiKey, { id }],
  ]
  for (const [endpoint, input] of attempts)
    expect([endpoint.name, await client.refused(endpoint, input)]).toMatchObject([
      endpoint.name,
      { status: 403, code: 'forbidden' },
    ])
  const people = allEndpoints.filter(({ path }) => /^\/(me|member|invitation|api-key|account|sample)/.test(path))
  expect(people.length).toBeGreaterThan(12)
  for (const endpoint of people)
    expect([endpoint.name, (keyPermissions as readonly string[]).includes(endpoint.permission)]).toEqual([
      endpoint.name,
      false,
    ])
})

test("a key can't open accounts, files or event streams", async () => {
  const { client } = await keyOf(await app.signUp())
  expect((await client.fetch('/auth/v1/user')).status).toBe(403)
  expect((await client.fetch('/auth/v1/logout', { method: 'POST' })).status).toBe(403)
  expect((await client.fetch('/auth/v1/admin/users')).status).toBe(403)
  expect((await client.fetch('/api/v1/events')).status).toBe(403)
  expect((await client.fetch(`/files/pictures/${newId()}`)).status).toBe(401)
})

test('a malformed or invalid key is refused, whatever is wrong with it', async () => {
  const owner = await app.signUp()
  const { key, id } = await keyOf(owner)
  const last = key.endsWith('A') ? 'B' : 'A'
  const wrong = [
    'onh_',
    'onh_x',
    key.slice(0, -1),
    `${key.slice(0, -2)}${last}${last}`,
    `${key}A`,
    key.toUpperCase(),
    key.replace(id.replaceAll('-', ''), newId().replaceAll('-', '')),
    `${key.slice(0, 37)}${'A'.repeat(5_000)}`,
  ]
  for (const token of wrong) {
    const answer = await fetch(`${app.url}/api/v1/categories`, { headers: { authorization: `Bearer ${token}` } })
    expect([token.slice(0, 50), answer.status]).toEqual([token.slice(0, 50), 401])
  }
})

test('each key has its own rate limit', async () => {
  const owner = await app.signUp()
  const [busy, calm] = [await keyOf(owner), await keyOf(owner)]
  await app.admin.query(
    `insert into auth.rate_limits (key, full_at) values ($1, now() + interval '60 seconds')
     on conflict (key) do update set full_at = excluded.full_at`,
    [`api_key:${busy.id}`],
  )
  const answer = await busy.client.fetch('/api/v1/categories')
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toMatchObject({ error: { code: 'too_many_requests' } })
  expect((await calm.client.fetch('/api/v1/categories')).status).toBe(200)
})

test("a key's last use is recorded to the minute, without an audit entry", async () => {
  const owner = await app.signUp()
  const { id, client } = await keyOf(owner)
  expect((await owner.call(listApiKeys, {})).items[0]?.last_used_at).toBe(null)
  await client.call(listCategories, {})
  const first = (await owner.call(listApiKeys, {})).items[0]?.last_used_at
  expect(first).toEqual(expect.any(String))
  await client.call(listCategories, {})
  expect((await owner.call(listApiKeys, {})).items[0]?.last_used_at).toBe(first)
  await app.admin.query(`update api_key_uses set last_used_at = now() - interval '1 hour' where id = $1`, [id])
  await client.call(listCategories, {})
  expect(Date.parse((await owner.call(listApiKeys, {})).items[0]?.last_used_at ?? '')).toBeGreaterThan(
    Date.now() - 60_000,
  )
  const { rows } = await app.admin.query('select action from audit_trail where org_id = $1 and record_id = $2', [
    owner.org_id,
    id,
  ])
  expect(rows).toEqual([{ action: 'INSERT' }])
})

test('an organization has a limit of keys, even when fifty are created at once', async () => {
  const owner = await app.signUp()
  await app.admin.query(
    `insert into api_keys (org_id, id, user_id, name, permissions, secret_hash)
     select $1, gen_random_uuid(), $2, 'Key', '{catalogue.read}', sha256(n::text::bytea) from generate_series(1, $3::int) n`,
    [owner.org_id, owner.user_id, limits.apiKeysPerOrganization - 1],
  )
  const made = await Promise.allSettled(Array.from({ length: 8 }, () => keyOf(owner, ['catalogue.read'])))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await owner.refused(createApiKey, { name: 'More', permissions: ['catalogue.read'] })).toMatchObject({
    status: 409,
    code: 'limit_reached',
  })
})

test("a key of another organization isn't found", async () => {
  const [owner, stranger] = [await app.signUp(), await app.signUp()]
  const { id, client } = await keyOf(owner)
  const [foreign, unknown] = [
    await stranger.refused(revokeApiKey, { id }),
    await stranger.refused(revokeApiKey, { id: newId() }),
  ]
  expect({ ...foreign, request_id: '' }).toEqual({ ...unknown, request_id: '' })
  await client.call(listCategories, {})
  expect(keyPermissions.every((permission) => mayDo('owner', permission))).toBe(true)
})
