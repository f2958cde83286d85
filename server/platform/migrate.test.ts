import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { type Log, silentLog } from './log.ts'
import { testDatabase } from '../testing/database.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { migrate } from './migrate.ts'

const { admin, name } = await testDatabase()
const { host, port, superuser } = inject('cluster')
const asAdmin = (database: string): pg.ClientConfig => ({ host, port, user: superuser, database })
const again = () => admin.query(`update migration.state set hash = 'another version'`)
const migrated = () => migrate(asAdmin(name), silentLog)
const typesQuery = `
  select c.relname as name,
    array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attnum) as fields
  from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
  where c.relnamespace = 'kernel'::regnamespace and c.relkind = 'c' group by c.relname order by 1`
const kernelFunctions = async () =>
  (
    await admin.query<{ signature: string }>(
      `select oid::regprocedure::text as signature from pg_proc where pronamespace = 'kernel'::regnamespace order by 1`,
    )
  ).rows

describe('migrating', () => {
  it('does nothing if nothing changed', async () => {
    const before = await admin.query('select oid from pg_proc order by oid')
    await migrated()
    expect((await admin.query('select oid from pg_proc order by oid')).rows).toEqual(before.rows)
  })

  it('waits for another server that migrates, whatever timeouts the database sets for its statements', async () => {
    await admin.query(
      `alter database ${name} set statement_timeout = '100ms'; alter database ${name} set lock_timeout = '100ms'`,
    )
    const other = new pg.Client(asAdmin(name))
    await other.connect()
    try {
      await other.query('select pg_advisory_lock(4417246803)')
      await again()
      const waiting = migrated()
      await sleep(400)
      await other.query('select pg_advisory_unlock(4417246803)')
      await expect(waiting).resolves.toMatch(/^[0-9a-f]+$/)
    } finally {
      await other.end()
      await admin.query(`alter database ${name} reset all`)
    }
  })

  it('drops functions whose file was removed and keeps the others', async () => {
    await admin.query(
      `set role onhand_owner; create function kernel.of_old() returns int language sql as 'select 1'; reset role`,
    )
    await again()
    await migrated()
    const { rows } = await admin.query<{ name: string }>(
      `select proname as name from pg_proc where proname in ('of_old', 'access_check', 'audit_row') order by 1`,
    )
    expect(rows).toEqual([{ name: 'access_check' }, { name: 'audit_row' }])
  })

  it("replaces the ledger's types, and the functions that use them, if a declaration changed", async () => {
    const types = async () => (await admin.query<{ name: string; fields: string[] }>(typesQuery)).rows
    const [before, functions] = [await types(), await kernelFunctions()]
    await admin.query(`
      set role onhand_owner;
      alter type kernel.leg add attribute loose text;
      create type kernel.of_old as (one integer);
      create function kernel.with_old(p_old kernel.of_old) returns int language sql as 'select 1';
      reset role`)
    await again()
    await migrated()
    expect([await types(), await kernelFunctions()]).toEqual([before, functions])
  })

  it("leaves the ledger's types alone if their file declares the same", async () => {
    const oids = async () =>
      (await admin.query(`select oid from pg_type where typnamespace = 'kernel'::regnamespace order by oid`)).rows
    const before = await oids()
    await again()
    await migrated()
    expect(await oids()).toEqual(before)
  })

  it('restores removed policies and triggers', async () => {
    await admin.query(
      'alter table products no force row level security; drop policy app_organization on products; drop trigger audit on products',
    )
    await again()
    await migrated()
    const { rows } = await admin.query(`
      select relforcerowsecurity as forced,
        (select count(*) from pg_policies where tablename = 'products') as policies,
        (select count(*) from pg_trigger where tgrelid = c.oid and tgname = 'audit') as triggers
      from pg_class c where oid = 'products'::regclass`)
    expect(rows).toEqual([{ forced: true, policies: 2, triggers: 1 }])
  })

  it('refuses a database of a newer version before it changes anything', async () => {
    await admin.query(`insert into migration.applied (name, hash) values ('migrations/9999_later.sql', 'x')`)
    await again()
    await admin.query('drop policy app_organization on products')
    await expect(migrated()).rejects.toThrow('upgraded by a newer version of Onhand (9999_later.sql)')
    const policies = async () =>
      admin.query(`select from pg_policies where policyname = 'app_organization' and tablename = 'products'`)
    expect((await policies()).rowCount).toBe(0)
    await admin.query(`delete from migration.applied where name like '%9999%'`)
    await migrated()
    expect((await policies()).rowCount).toBe(1)
  })

  it('refuses the version that a newer one replaced, though it has no migration, until a downgrade is allowed', async () => {
    const stored = async () => (await admin.query<{ hash: string }>('select hash from migration.state')).rows[0]?.hash
    const own = await stored()
    // A newer version with other functions stores its hash, as this one does when it replaces another.
    await again()
    await admin.query('insert into migration.earlier (hash) values ($1)', [own])
    await expect(migrated()).rejects.toThrow('A newer version of Onhand has replaced this one')
    expect(await stored()).toBe('another version')
    await migrate(asAdmin(name), silentLog, { allowDowngrade: true })
    expect(await stored()).toBe(own)
    expect((await admin.query('select hash from migration.earlier')).rows).toEqual([{ hash: 'another version' }])
    await migrated()
    // The newer one is the replaced one now; this one may upgrade any other.
    await admin.query(`update migration.state set hash = 'an older version'`)
    await migrated()
    expect(await stored()).toBe(own)
  })

  it('waits only briefly for a table in use, lets others continue, and tries again', async () => {
    const user = new pg.Client(asAdmin(name))
    await user.connect()
    await user.query('begin; select from products')
    await again()
    const tries: unknown[] = []
    const log = { ...silentLog, warn: (about: unknown) => void tries.push(about) } as unknown as Log
    const migrating = migrate(asAdmin(name), log)
    await expect.poll(() => tries.length, { timeout: 180_000 }).toBeGreaterThan(0)
    // Between two attempts nothing is locked.
    await admin.query(`set statement_timeout = '10s'`)
    await admin.query('select count(*) from products')
    await user.end()
    await migrating
  })

  it.each([
    ['session', 'app.session_access(gen_random_uuid(), gen_random_uuid(), null, gen_random_uuid())'],
    ['key', 'app.api_key_access(gen_random_uuid(), gen_random_uuid())'],
  ])('lets a command of a %s end that needs further tables, instead of a deadlock', async (_, access) => {
    await again()
    const warnings: unknown[] = []
    const command = new pg.Client(asAdmin(name))
    await command.connect()
    try {
      await command.query(`begin; set local role onhand_owner; select from ${access}`)
      await command.query('lock table product_totals in row exclusive mode')
      const log = { ...silentLog, warn: (...line: unknown[]) => warnings.push(line) } as Log
      const migrating = migrate(asAdmin(name), log)
      await lockAwaited(admin)
      await command.query('lock table posting_keys, stock_postings, products, locations in row exclusive mode; commit')
      await migrating
    } finally {
      await command.end()
    }
    expect(warnings).toEqual([])
  })

  it('refuses a migration that was changed after it ran', async () => {
    await admin.query(`update migration.applied set hash = 'x' where name like '%0001%'`)
    await again()
    await expect(migrated()).rejects.toThrow('0001_foundation.sql was changed after it ran')
  })

  it('can be started by several servers at once on an empty database', async () => {
    await admin.query(`create database ${name}_empty`)
    await Promise.all([1, 2, 3].map(() => migrate(asAdmin(`${name}_empty`), silentLog)))
    const client = new pg.Client(asAdmin(`${name}_empty`))
    await client.connect()
    const { rows } = await client.query(`select to_regclass('public.products')::text as products`)
    await client.end()
    await admin.query(`drop database ${name}_empty with (force)`)
    expect(rows).toEqual([{ products: 'products' }])
  })
})
