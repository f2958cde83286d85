import pg from 'pg'
import type { Log } from './log.ts'
import { type SqlFile, sqlFiles, sqlFile, hashOf } from './sql-files.ts'

/** Any constant: every migration of an Onhand database takes this lock first. */
const lockKey = 4_417_246_803

/**
 * Brings a database to the state this code needs, as an administrator: roles, extensions, migrations (db/migrations,
 * each once, in order), then functions and views (db/functions, ledger/sql with its folders, db/views, db/limited; each
 * tree by path, completely), triggers, policies and defaults. Files of ledger/sql could come in any order: functions
 * name each other in their bodies only, and these are checked when they run. One advisory lock lets any number of
 * servers start together; a stored hash of all the files skips the work if nothing changed. Throws if a migration that
 * ran before was altered.
 */
export async function migrate(admin: pg.ClientConfig, log: Log, appPassword: string | null = null): Promise<void> {
  const client = new pg.Client(admin)
  client.on('error', (error) => log.warn({ err: error }, 'the migration connection broke'))
  await client.connect()
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await migrateLocked(client, log, appPassword)
  } finally {
    await client.end()
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const version = Number(rows[0]?.server_version_num)
  if (version < 150_000) throw new Error(`Onhand needs PostgreSQL 15 or newer; this server is ${version}.`)
}

async function migrateLocked(client: pg.Client, log: Log, appPassword: string | null): Promise<void> {
  const roles = await sqlFile('db/roles.sql')
  const migrations = await sqlFiles('db/migrations')
  const views = await sqlFiles('db/views')
  const limited = [...(await sqlFiles('db/limited')), forLimitedMembers(views)]
  const types = await sqlFile('ledger/sql/types.sql')
  const ledger = (await sqlFiles('ledger/sql')).filter(({ path }) => path !== types.path)
  const again = [...(await sqlFiles('db/functions')), ...ledger, ...views, ...limited]
  const last = await Promise.all(['db/audit.sql', 'db/policies.sql', 'db/moments.sql'].map(sqlFile))
  const hash = hashOf([roles, ...migrations, types, ...again, ...last])
  if (appPassword) await setAppPassword(client, roles, appPassword)
  if ((await storedHash(client)) === hash) return

  await client.query(roles.text)
  await prepare(client)
  for (const file of migrations) await runMigration(client, log, file)
  await applyAgain(client, { types, again, last }, hash)
  log.info({ migrations: migrations.length, functions: again.length }, 'the database is up to date')
}

/** The views once more, in the schema of limited members: there they read that schema's views where they exist. */
function forLimitedMembers(views: SqlFile[]): SqlFile {
  const text = views.map((view) => view.text).join('\n')
  return {
    path: 'db/views, for limited members',
    text: `set local search_path = limited, public; ${text}; set local search_path to default`,
  }
}

async function setAppPassword(client: pg.Client, roles: SqlFile, password: string): Promise<void> {
  await client.query(roles.text)
  await client.query(`alter role onhand_app password ${client.escapeLiteral(password)}`)
}

/** Extensions and the migrator's own table, which only the administrator may touch. */
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
    create table if not exists migration.state (only_row boolean primary key default true check (only_row), hash text not null)`)
}

async function storedHash(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migration.state') is not null as there`)
  if (!rows[0]?.there) return undefined
  const stored = await client.query<{ hash: string }>('select hash from migration.state')
  return stored.rows[0]?.hash
}

async function runMigration(client: pg.Client, log: Log, file: SqlFile): Promise<void> {
  // Databases know a migration by its path below db/, and by the hash of this name and the text: both never change.
  const name = file.path.replace(/^db\//, '')
  const known = await client.query<{ hash: string }>('select hash from migration.applied where name = $1', [name])
  const hash = hashOf([{ path: name, text: file.text }])
  if (known.rows[0]) {
    if (known.rows[0].hash !== hash)
      throw new Error(`${file.path} was changed after it ran here. Write a new migration instead.`)
    return
  }
  log.info({ migration: name }, 'migrating')
  await inTransaction(client, async () => {
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
  await inTransaction(client, async () => {
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
    await client.query(
      'insert into migration.state (hash) values ($1) on conflict (only_row) do update set hash = excluded.hash',
      [hash],
    )
  })
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

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
