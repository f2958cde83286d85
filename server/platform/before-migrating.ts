import pg from 'pg'
import type { SqlFile } from './sql-files.ts'

/** A file of db/migrations, and how databases know it. */
export type Migration = Readonly<{ name: string; file: SqlFile; hash: string }>

/** How the server connects as the app role. */
export type AppSignIn = Readonly<{
  connection: pg.ClientConfig
  password: string
  /** The operator chose it (DATABASE_APP_PASSWORD), so it may replace another one. */
  isGiven: boolean
}>

type Version = Readonly<{ hash: string; migrations: readonly Migration[]; allowDowngrade: boolean }>

/**
 * Throws if a newer version has upgraded the database, or if a migration that ran before was altered. A version that
 * differs only in functions has no migration of its own, so every database remembers the versions that were replaced on
 * it. Returns the stored hash and the names of migrations that ran; changes nothing.
 */
export async function requireOwnVersion(
  client: pg.Client,
  { hash, migrations, allowDowngrade }: Version,
): Promise<{ storedHash: string | undefined; applied: ReadonlySet<string> }> {
  const applied = (await exists(client, 'migration.applied'))
    ? (await client.query<{ name: string; hash: string }>('select name, hash from migration.applied order by name'))
        .rows
    : []
  requireKnownMigrations(applied, migrations)
  const storedHash = (await exists(client, 'migration.state'))
    ? (await client.query<{ hash: string }>('select hash from migration.state')).rows[0]?.hash
    : undefined
  if (storedHash !== hash && !allowDowngrade && (await wasReplaced(client, hash)))
    throw new Error(
      'A newer version of Onhand has replaced this one on this database. Start the newer version. To go back to this one ' +
        'on purpose, make a backup, then start it once with ALLOW_DOWNGRADE=on (docs/operations/upgrading.md).',
    )
  return { storedHash, applied: new Set(applied.map(({ name }) => name)) }
}

function requireKnownMigrations(
  applied: readonly { name: string; hash: string }[],
  migrations: readonly Migration[],
): void {
  const own = new Map(migrations.map((migration) => [migration.name, migration]))
  const unknown = applied.filter(({ name }) => !own.has(name)).map(({ name }) => name.replace(/^migrations\//, ''))
  if (unknown.length > 0)
    throw new Error(
      `This database was upgraded by a newer version of Onhand (${unknown.join(', ')}), and this version can’t use it. ` +
        'Start the newer version, or restore the backup from before the upgrade (docs/operations/upgrading.md).',
    )
  for (const { name, hash } of applied)
    if (own.get(name)?.hash !== hash)
      throw new Error(`db/${name} was changed after it ran here. Write a new migration instead.`)
}

async function wasReplaced(client: pg.Client, hash: string): Promise<boolean> {
  if (!(await exists(client, 'migration.earlier'))) return false
  return (await client.query('select from migration.earlier where hash = $1', [hash])).rowCount === 1
}

/** Whether there is a table of this name. */
export async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table])
  return rows[0]?.exists ?? false
}

/**
 * Whether the app role must be given this password. Roles belong to the cluster, so another server or another Onhand
 * database may already use one: a generated password never replaces it. Throws then.
 */
export async function needsPassword(client: pg.Client, { connection, isGiven }: AppSignIn): Promise<boolean> {
  const role = await client.query(`select from pg_roles where rolname = 'onhand_app'`)
  if (role.rowCount === 0) return true
  if (await isAccepted(connection)) return false
  if (isGiven) return true
  throw new Error(
    'The role onhand_app already exists in this PostgreSQL with another password; another Onhand may be using it. Set ' +
      'DATABASE_APP_PASSWORD to its password, the same for every server (docs/operations/external-postgresql.md).',
  )
}

async function isAccepted(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection)
  try {
    await client.connect()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') return false
    throw error
  } finally {
    await client.end()
  }
}
