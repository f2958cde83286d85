import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../server/testing/database.ts'
import { brokenRules, catalogRules } from './catalog.ts'

const { admin } = await testDatabase()

describe('the schema', () => {
  it.each(catalogRules)('$name', async (rule) => {
    expect(await brokenRules(admin, [rule])).toEqual([])
  })
})

/** One schema that breaks each rule, and the expected findings. */
const breaks: [rule: string, statements: string, found: string][] = [
  ['every business table has a primary key', 'create table loose (org_id uuid not null)', 'loose'],
  [
    'org_id is the first column of every primary and unique key',
    'create table loose (org_id uuid, id uuid, name text, primary key (org_id, id), unique (name))',
    'loose_name_key of loose',
  ],
  [
    'org_id is the first column of every primary and unique key',
    'create table loose (org_id uuid, id uuid primary key); create unique index on loose (org_id, lower(id::text))',
    'loose_pkey of loose',
  ],
  [
    'org_id is the first column of every foreign key between business tables, on both sides',
    'create table loose (org_id uuid, id uuid, other uuid unique, primary key (org_id, id), foreign key (id) references loose (other))',
    'loose_id_fkey of loose',
  ],
  [
    'no foreign key is implied by others',
    'alter table receipt_items add foreign key (org_id, product_id) references products',
    'receipt_items_org_id_product_id_fkey of receipt_items',
  ],
  [
    'no foreign key is implied by others',
    'alter table shipments add foreign key (org_id) references organizations',
    'shipments_org_id_fkey of shipments',
  ],
  [
    'no index uses a quantity that postings change in place',
    'create index loose on stock_demands (org_id, product_id) where fulfilled < wanted',
    'loose of stock_demands',
  ],
  [
    'row-level security is on and forced on every business table',
    'alter table products no force row level security',
    'products',
  ],
  [
    'the app sees only the rows of its organization',
    'create policy everything on products to onhand_app using (true)',
    'products',
  ],
  [
    'the app sees only the rows of its organization',
    'alter policy app_organization on products with check (true)',
    'products',
  ],
  [
    'a table with a location shows limited members their rows, and full members nothing until all locations are set',
    'create table loose (org_id uuid, location_id uuid, primary key (org_id, location_id), foreign key (org_id, location_id) references locations)',
    'loose',
  ],
  [
    'a table with a location shows limited members their rows, and full members nothing until all locations are set',
    'drop policy app_limited on stock_levels',
    'stock_levels',
  ],
  [
    'a table with a location shows limited members their rows, and full members nothing until all locations are set',
    'alter policy app_locations on stock_levels using (true)',
    'stock_levels',
  ],
  [
    'no policy has a subquery',
    'alter policy app_organization on products using (org_id in (select org_id from members))',
    'app_organization of products',
  ],
  [
    'every security definer function is on the list',
    'create function app.sneaky() returns int language sql security definer as $$select 1$$',
    'app.sneaky()',
  ],
  [
    'every security definer function checks the locations of the transaction',
    'create function app.sneaky() returns numeric language sql security definer as $$select sum(available) from stock_levels$$',
    'app.sneaky()',
  ],
  [
    'a security definer function that takes a user and no organization acts only for the transaction’s user',
    `create function app.sneaky(p_user_id uuid) returns bigint language sql security definer
      as $$select count(*) from auth.sessions s where s.user_id = p_user_id$$`,
    'app.sneaky(uuid)',
  ],
  [
    'the list of security definer functions names only such functions',
    'alter function app.memberships(uuid) security invoker',
    'app.memberships',
  ],
  [
    'security definer functions set their search path, with temporary objects last',
    'alter function app.memberships(uuid) set search_path = pg_catalog, public',
    'app.memberships(uuid)',
  ],
  [
    'only the app and the owner can run our functions',
    'grant execute on function app.memberships(uuid) to public',
    'app.memberships(uuid)',
  ],
  ['the app role has no special privileges', 'alter role onhand_app bypassrls', 'onhand_app'],
  ['the app role has no special privileges', 'grant onhand_owner to onhand_app', 'onhand_app'],
  [
    'the app role owns nothing',
    'grant create on schema public to onhand_app; set role onhand_app; create table loose (n int); reset role',
    'pg_class',
  ],
  [
    'the app cannot write the ledger or the audit trail itself',
    'grant update on stock_levels to onhand_app',
    'update on stock_levels',
  ],
]

describe('a schema that breaks a rule', () => {
  beforeEach(async () => void (await admin.query('begin')))
  afterEach(async () => void (await admin.query('rollback')))

  it.each(breaks)('is found: %s (%s)', async (name, statements, found) => {
    const rule = catalogRules.find((candidate) => candidate.name === name)
    expect(rule).toBeDefined()
    await admin.query(statements)
    const problems = await brokenRules(admin, [rule!])
    expect(
      problems.some((problem) => problem.startsWith(`${name}: not ${found}`)),
      problems.join('\n'),
    ).toBe(true)
  })

  it('is looked for in every rule', () => {
    expect(new Set(breaks.map(([rule]) => rule))).toEqual(new Set(catalogRules.map(({ name }) => name)))
  })
})
