import { basename } from 'node:path'
import pg from 'pg'
import { type AppSignIn, type Migration, needsPassword, requireOwnVersion } from './before-migrating.ts'
import type { Log } from './log.ts'
import { type SqlFile, sqlFiles, sqlFile, hashOf } from './sql-files.ts'
import { noticeGoneMachine } from './transaction-settings.ts'
import { waitForOpenRequests, withoutLongLocks } from './without-long-locks.ts'

/** Any constant: every migration of an Onhand database takes this lock first. */
const lockKey = 4_417_246_803

export type MigrationOptions = Readonly<{
  /** How the server signs in, if it needs a password, which is set if the role is new, or if it was given. */
  app?: AppSignIn
  /** Lets a version that was replaced on this database replace the newer one. */
  allowDowngrade?: boolean
  /** Another check before anything is changed; throws what stops the start. */
  check?: (client: pg.Client) => Promise<void>
}>

/**
 * Brings a database to the state this code needs, as an administrator: roles, extensions, migrations (db/migrations,
 * each once, in order), then functions and views (db/functions, ledger/sql with its folders, db/views, db/limited; each
 * tree by path, completely), triggers, policies and defaults. Files of ledger/sql could come in any order: functions
 * name each other in their bodies only, and these are checked when they run. One advisory lock lets any number of
 * servers start together; a stored hash of all the files, which is returned, skips the work if nothing changed. Throws
 * before it changes anything if a migration that ran before was altered, if a newer version has upgraded the database,
 * if another server's password would have to be replaced, or if `check` does.
 */
export async function migrate(admin: pg.ClientConfig, log: Log, options: MigrationOptions = {}): Promise<string> {
  const client = new pg.Client(admin)
  client.on('error', (error) => log.warn({ err: error }, 'the migration connection broke'))
  await client.connect()
  try {
    await requireVersion(client)
    // A role or database can have limits for everyday statements: this waits for other servers, and rewrites tables.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    // The lock of a machine that disappears while it migrates must not keep the others from starting.
    for (const [name, value] of Object.entries(noticeGoneMachine)) await client.query(`set ${name} = ${value}`)
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return await migrateLocked(client, log, options)
  } finally {
    await client.end()
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const version = Number(rows[0]?.server_version_num)
  if (version < 150_000) throw new Error(`Onhand needs PostgreSQL 15 or newer; this server is ${version}.`)
}

async function migrateLocked(
  client: pg.Client,
  log: Log,
  { app, allowDowngrade = false, check }: MigrationOptions,
): Promise<string> {
  const roles = await sqlFile('db/roles.sql')
  const migrations = (await sqlFiles('db/migrations')).map(asMigration)
  const views = await sqlFiles('db/views')
  const own = await sqlFiles('db/limited')
  const limited = [...own, forLimitedMembers(views, own)]
  const types = await sqlFile('ledger/sql/types.sql')
  const ledger = (await sqlFiles('ledger/sql')).filter(({ path }) => path !== types.path)
  const again = [...(await sqlFiles('db/functions')), ...ledger, ...views, ...limited]
  const last = await Promise.all(['db/audit.sql', 'db/policies.sql', 'db/moments.sql'].map(sqlFile))
  const hash = hashOf([roles, ...migrations.map(({ file }) => file), types, ...again, ...last])

  const { storedHash, applied } = await requireOwnVersion(client, { hash, migrations, allowDowngrade })
  await check?.(client)
  if (app && (await needsPassword(client, app))) await setAppPassword(client, roles, app.password)
  if (storedHash === hash) return hash

  await client.query(roles.text)
  await prepare(client)
  for (const migration of migrations) if (!applied.has(migration.name)) await runMigration(client, log, migration)
  await withoutLongLocks(client, log, () => applyAgain(client, { types, again, last }, hash))
  log.info({ migrations: migrations.length, functions: again.length }, 'the database is up to date')
  return hash
}

/** Databases know a migration by its path below db/, and by the hash of this name and the text: both never change. */
function asMigration(file: SqlFile): Migration {
  const name = file.path.replace(/^db\//, '')
  return { name, file, hash: hashOf([{ path: name, text: file.text }]) }
}

/**
 * The views once more, in the schema of limited members, unless it has its `own` view of that name. There they read
 * that schema's views where they exist.
 */
function forLimitedMembers(views: SqlFile[], own: SqlFile[]): SqlFile {
  const names = new Set(own.map(({ path }) => basename(path)))
  const shared = views.filter(({ path }) => !names.has(basename(path)))
  const text = shared.map((view) => view.text).join('\n')
  return {
    path: 'db/views, for limited members',
    text: `set local search_path = limited, public; ${text}; set local search_path to default`,
  }
}

async function setAppPassword(client: pg.Client, roles: SqlFile, password: string): Promise<void> {
  await client.query(roles.text)
  await client.query(`alter role onhand_app password ${client.escapeLiteral(password)}`)
}

/**
 * Extensions and the migrator's own tables, which only the administrator may change. A server reads the hash to notice
 * that a newer one has upgraded the database.
 */
async function prepare(client: pg.Client): Promise<void> {
  await client.query('grant onhand_owner to current_user')
  await client.query('create extension if not exists pg_trgm; create extension if not exists btree_gin')
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.query(`grant create on database ${client.escapeIdentifier(rows[0]?.name ?? '')} to onhand_owner`)
  await client.query('grant create, usage on schema public to onhand_owner')
  await client.query(`
    create schema if not exists migration;
    create table if not exists migration.applied (
      name text primary key, hash text not null, applied_at timestamptz not null default clock_timestamp());
    create table if not exists migration.state (only_row boolean primary key default true check (only_row), hash text not null);
    create table if not exists migration.earlier (
      hash text primary key, replaced_at timestamptz not null default clock_timestamp());
    grant usage on schema migration to onhand_app;
    grant select on migration.state to onhand_app`)
}

async function runMigration(client: pg.Client, log: Log, { name, file, hash }: Migration): Promise<void> {
  log.info({ migration: name }, 'migrating')
  await withoutLongLocks(client, log, async () => {
    await client.query('set local role onhand_owner')
    await client.query(file.text)
    await client.query('reset role')
    await client.query('insert into migration.applied (name, hash) values ($1, $2)', [name, hash])
  })
}

/** Functions whose file was removed are dropped; a changed signature is a removed function and a new one. */
async function applyAgain(
  client: pg.Client,
  { types, again, last }: { types: SqlFile; again: SqlFile[]; last: SqlFile[] },
  hash: string,
): Promise<void> {
  await waitForOpenRequests(client)
  await client.query('set local role onhand_owner')
  await applyTypes(client, types)
  const before = await ownFunctions(client)
  // Bodies are checked when everything exists: functions may name each other in any order.
  await client.query('set local check_function_bodies = off')
  const stamp = await client.query<{ xid: string }>('select pg_current_xact_id()::xid::text as xid')
  for (const file of again) await applyFile(client, file)
  const touched = new Set(await ownFunctions(client, stamp.rows[0]?.xid))
  for (const signature of before) if (!touched.has(signature)) await client.query(`drop routine ${signature} cascade`)
  for (const file of last) await applyFile(client, file)
  await client.query('reset role')
  await storeHash(client, hash)
}

/** The hash that is replaced is remembered: a server with the older code must not come back by mistake. */
async function storeHash(client: pg.Client, hash: string): Promise<void> {
  await client.query(
    `insert into migration.earlier (hash) select hash from migration.state where hash <> $1 on conflict do nothing`,
    [hash],
  )
  await client.query('delete from migration.earlier where hash = $1', [hash])
  await client.query(
    'insert into migration.state (hash) values ($1) on conflict (only_row) do update set hash = excluded.hash',
    [hash],
  )
}

/**
 * Makes the ledger's composite types match their file. If any differ, all are replaced, and the functions that use them
 * are dropped with them: their files come next. If none differs nothing changes, so servers that still run can post.
 */
async function applyTypes(client: pg.Client, types: SqlFile): Promise<void> {
  const before = await ledgerTypes(client)
  await client.query('savepoint types')
  for (const { name } of before) await client.query(`drop type if exists ${name} cascade`)
  await applyFile(client, types)
  const isSame = JSON.stringify(await ledgerTypes(client)) === JSON.stringify(before)
  await client.query(isSame ? 'rollback to savepoint types; release savepoint types' : 'release savepoint types')
}

/** The composite types of schema kernel with their fields, in order. */
async function ledgerTypes(client: pg.Client): Promise<{ name: string; fields: string[] }[]> {
  const { rows } = await client.query<{ name: string; fields: string[] }>(
    `select c.oid::regclass::text as name,
       array(select a.attname || ' ' || format_type(a.atttypid, a.atttypmod) from pg_attribute a
         where a.attrelid = c.oid and not a.attisdropped order by a.attnum) as fields
     from pg_class c where c.relnamespace = 'kernel'::regnamespace and c.relkind = 'c' order by 1`,
  )
  return rows
}

async function applyFile(client: pg.Client, file: SqlFile): Promise<void> {
  try {
    await client.query(file.text)
  } catch (error) {
    throw new Error(`${file.path}: ${(error as Error).message}`, { cause: error })
  }
}

/** Signatures of the functions in our own schemas; with `xid`, only those written by that transaction. */
async function ownFunctions(client: pg.Client, xid?: string): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('kernel', 'app') and ($1::text is null or p.xmin::text = $1)`,
    [xid ?? null],
  )
  return rows.map((row) => row.signature)
}
