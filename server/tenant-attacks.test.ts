import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { createCategory } from '../contract/categories.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { downloadAuditTrail } from '../contract/audit-trail.ts'
import { createProduct } from '../contract/products.ts'
import { createSampleCompany } from '../contract/sample-company.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { newId } from './platform/ids.ts'
import { sql } from './platform/sql.ts'
import { allEndpoints } from './testing/all-endpoints.ts'
import { type Client, testApp } from './testing/app.ts'
import { fewAtATime, fieldsOf, pathParameters, requestOf, validInput } from './testing/endpoint-inputs.ts'
import { manyProducts } from './testing/many-products.ts'

// Attacks of one organization on another, and of a caller on values that the server computes. The matrix of ids is in
// tenancy.test.ts.

const app = await testApp()

let victim: Client
let attacker: Client

beforeAll(async () => {
  victim = await app.signUp()
  attacker = await app.signUp()
})

const ask = (who: Client, endpoint: Endpoint, input: Record<string, unknown>) => {
  const { path, init } = requestOf(endpoint, input)
  return who.send(path, init)
}

/** Values that the server stamps or computes: no client may set them. */
const forged = () => ({
  org_id: victim.org_id,
  user_id: victim.user_id,
  created_by: victim.user_id,
  changed_by: victim.user_id,
  p_user_id: victim.user_id,
  total_amount: 0.01,
  payment_status: 'paid',
  received_quantity: 999,
  balance: 999,
  on_hand: 999,
  created_at: '2020-01-01T00:00:00Z',
})

test('no write accepts an owner, a stamp or a sum in its body: it is refused by name or ignored', async () => {
  const writes = allEndpoints.filter(({ method, body }) => method !== 'GET' && method !== 'DELETE' && body !== 'bytes')
  expect(writes.length).toBeGreaterThan(50)
  const wrong: unknown[] = []
  await fewAtATime(writes, async (endpoint) => {
    for (const [name, value] of Object.entries(forged())) {
      const input = validInput(endpoint, () => newId())
      if (name in input || pathParameters(endpoint).includes(name)) continue
      const { status, text } = await ask(attacker, endpoint, { ...input, [name]: value })
      // Published procedures ignore unknown fields, because their callers send a user's id; everything else names them.
      const named = status === 422 && text.includes(name)
      const isProcedure = endpoint.base !== undefined
      if (!named && !isProcedure && status < 400) wrong.push([endpoint.name, name, status, text.slice(0, 200)])
      if (status >= 500) wrong.push([endpoint.name, name, status])
    }
  })
  expect(wrong).toEqual([])
  const { rows: tables } = await app.admin.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  for (const { name } of tables) {
    const { rows } = await app.admin.query(`select 1 from ${name} t where org_id = $1 and t::text like $2 limit 1`, [
      attacker.org_id,
      `%${victim.user_id}%`,
    ])
    expect([name, rows]).toEqual([name, []])
  }
})

test("nothing that another organization does changes an organization's own lists, figures, searches and files", async () => {
  // Enough rows that a search uses its index, which sees past row-level security.
  await manyProducts(app.admin, attacker.org_id, attacker.user_id, 400)
  await attacker.call(createProduct, { name: 'Chang', sku: 'SEEN-1', price: 19, stock_quantity: 7 } as never)
  const reads = allEndpoints.filter(
    ({ method, ...endpoint }) => method === 'GET' && pathParameters(endpoint as Endpoint).length === 0,
  )
  expect(reads.length).toBeGreaterThan(20)
  // Downloads are recorded in the audit trail: they run last, and are removed before the trail is read.
  const isFile = ({ downloads }: Endpoint) => downloads !== undefined
  const seen = async () => {
    await app.admin.query(`delete from audit_trail where action = 'EXPORT'`)
    const answers = await seenIn(reads.filter((endpoint) => !isFile(endpoint)))
    return [
      ...answers,
      ...(await seenIn(reads.filter((endpoint) => isFile(endpoint) && endpoint !== downloadAuditTrail))),
    ]
  }
  const seenIn = (asked: readonly Endpoint[]) =>
    fewAtATime(asked, async (endpoint) => {
      const isSearched = fieldsOf(endpoint).some(({ path }) => path.join() === 'search')
      const { status, text } = await ask(attacker, endpoint, {
        ...validInput(endpoint, () => newId()),
        ...(isSearched ? { search: 'chang' } : {}),
      })
      // Spreadsheets and responses contain their creation time.
      const isData = text.startsWith('{') || text.startsWith('[')
      return [
        endpoint.name,
        status,
        isData ? text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|"request_id":"[^"]*"/g, '') : '',
      ]
    })
  // Both read all notifications, and the feed with every event numbered.
  await app.app.outbox.drain()
  await app.app.sequencer.drain()
  const before = await seen()
  await victim.call(createSampleCompany, {})
  await victim.call(createProduct, { name: 'Chang', sku: 'SEEN-2', price: 20, stock_quantity: 9 } as never)
  await victim.call(createCategory, { name: 'Chang', color: '#112233' })
  expect(await seen()).toEqual(before)
})

test('a name, number or address that another organization uses is available, so no one learns that it exists', async () => {
  const made = async (who: Client) => [
    (await who.call(createProduct, { name: 'Tofu', sku: 'ORACLE-1', price: 1 } as never)).sku,
    (await who.call(createCategory, { name: 'Oracle', color: '#112233' })).name,
    (await who.call(createSupplier, { name: 'Oracle', email: 'sales@oracle.example' } as never)).name,
  ]
  expect(await made(attacker)).toEqual(await made(victim))
  const again = await attacker.refused(createProduct, { name: 'Tofu', sku: 'oracle-1', price: 1 })
  expect(JSON.stringify(again)).not.toContain(victim.org_id)
  expect(again.status).toBe(409)
})

test('the app’s database role sees nothing without an organization and can’t switch to another role', async () => {
  const { org_id, user_id } = await app.signUp()
  const person = { org_id, user_id }
  await manyProducts(app.admin, org_id, user_id, 3)
  const client = new pg.Client(app.connection)
  await client.connect()
  try {
    const count = async (set: string, table = 'products') => {
      await client.query('begin')
      try {
        await client.query(set)
        return Number((await client.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count)
      } catch {
        return 'error'
      } finally {
        await client.query('rollback')
      }
    }
    // There is something to see once the organization is named.
    expect(await count(`set local app.org_id = '${org_id}'`)).toBe(3)
    expect(await count('select 1')).toBe(0)
    for (const garbage of ["''", "'all'", "'%'", "'null'", `'${org_id}'' or true --'`])
      expect([garbage, [0, 'error']]).toEqual([
        garbage,
        expect.arrayContaining([await count(`set local app.org_id = ${garbage}`)]),
      ])
    // The organization alone shows nothing stored at a location until the locations are set too.
    const mine = `set local app.org_id = '${org_id}'; set local app.locations = `
    expect(await count(`${mine}'all'`, 'stock_levels')).toBe(3)
    for (const none of ["''", "'{}'", "'ALL'", "'any'", "'*'"])
      expect([none, [0, 'error']]).toEqual([
        none,
        expect.arrayContaining([await count(`${mine}${none}`, 'stock_levels')]),
      ])
    expect(await count(`set local app.org_id = '${org_id}'`, 'stock_levels')).toBe(0)
    // Input is a value, never a part of a statement: settings stay unchanged.
    const injected = `x'; select set_config('app.org_id', '${org_id}', true); --`
    const seen = await app.db.transaction({ ...person, org_id: attacker.org_id }, async (tx) => {
      await tx.all(sql`select id from products where name = ${injected}`)
      return tx.one(sql<{ org_id: string }>`select current_setting('app.org_id') as org_id`)
    })
    expect(seen.org_id).toBe(attacker.org_id)
    for (const scope of [
      { ...person, org_id: injected },
      { ...person, user_id: injected },
    ])
      await expect(app.db.transaction(scope, (tx) => tx.all(sql`select 1`))).rejects.toMatchObject({
        code: 'not_found',
      })
    for (const attempt of [
      'set role postgres',
      'set role onhand_owner',
      'set session authorization postgres',
      `set session_replication_role = 'replica'`,
      'alter table products disable row level security',
      'alter table products no force row level security',
      'create policy open on products using (true)',
      'alter role onhand_app superuser',
      'alter role onhand_app bypassrls',
    ])
      await expect(client.query(attempt), attempt).rejects.toThrow(/permission denied|must be|does not exist/)
    expect(await count('set local row_security = off')).toBe('error')
  } finally {
    await client.end()
  }
})

test('the app’s database role can’t change the ledger or the audit trail in any way', async () => {
  const tables = [
    'audit_trail',
    'posting_keys',
    'stock_postings',
    'stock_movements',
    'stock_levels',
    'stock_demands',
    'stock_commitments',
    'stock_months',
    'product_totals',
    'catalogue_totals',
    'location_sets',
    'location_set_totals',
    'location_set_low',
    'document_counts',
    'document_location_counts',
    'document_location_progress',
    'product_months',
    'product_prices',
    'lots',
  ]
  const person = { org_id: attacker.org_id, user_id: attacker.user_id }
  // A member limited to locations works as another role.
  const scopes = [
    { ...person, locations: 'all' as const },
    { ...person, locations: [newId()] },
  ]
  for (const [scope, table] of scopes.flatMap((one) => tables.map((name) => [one, name] as const))) {
    const name = sql.ref(`public.${table}`)
    for (const attempt of [
      sql`update ${name} set org_id = org_id`,
      sql`delete from ${name}`,
      sql`truncate ${name}`,
      sql`alter table ${name} disable trigger all`,
      sql`drop table ${name}`,
      sql`insert into ${name} (org_id) values (${attacker.org_id})`,
    ])
      await expect(app.db.transaction(scope, (tx) => tx.run(attempt))).rejects.toThrow(
        /permission denied|must be owner/,
      )
  }
})

test('requests are limited: pages, lines, patterns and searches', async () => {
  const refused = async (path: string, init?: RequestInit) => (await attacker.fetch(path, init)).status
  const json = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  for (const query of [
    'limit=1000000000',
    'limit=-1',
    'limit=1e9',
    'sort=(select 1)',
    "sort=name';drop table products",
  ])
    expect([query, await refused(`/api/v1/products?${query}`)]).toEqual([query, 422])
  const lines = Array.from({ length: 10_000 }, () => ({ product_id: newId(), quantity: 1, unit_price: 1 }))
  expect([413, 422]).toContain(await refused('/api/v1/sales-orders', json({ id: newId(), lines, items: lines })))
  expect([413, 414, 422, 431]).toContain(await refused(`/api/v1/products?search=${'x'.repeat(14_000)}`))
  // Texts that make a careless pattern run forever.
  const begin = process.cpuUsage()
  for (const email of [
    `${'a.'.repeat(5_000)}@x`,
    `a@${'a-'.repeat(5_000)}`,
    `${'a'.repeat(20_000)}@`,
    `a@${'x.'.repeat(10_000)}`,
  ])
    expect((await fetch(`${app.url}/auth/v1/signup`, json({ email, password: 'correct horse 42' }))).status).toBe(400)
  await attacker.refused(createSupplier, { name: 'x', email: `${'a.'.repeat(5_000)}@x` })
  const { user, system } = process.cpuUsage(begin)
  expect((user + system) / 1_000).toBeLessThan(2_000)
})
