import type pg from 'pg'
import { exists } from './before-migrating.ts'
import type { Database, Tx } from './db.ts'
import { keyMissing, readKeyFile, makeKeyFile } from './key-file.ts'
import { createSecrets, openIfPossible, parseSecretKeys, type Secrets } from './secrets.ts'
import { sql } from './sql.ts'

/**
 * Columns with sealed texts: `context` of a row is `<table>.<column>/<key>`, `type` that of the key. A new one needs
 * its line here, so that rotation finds it. Secrets of webhooks belong to organizations: functions of the database
 * find them.
 */
const sealedColumns = [
  { table: 'auth.signing_keys', key: 'kid', type: 'text', column: 'sealed_private_jwk' },
  { table: 'auth.factors', key: 'id', type: 'uuid', column: 'sealed_secret' },
  { table: 'auth.push_keys', key: 'only_row', type: 'bool', column: 'sealed_push_key' },
  { table: 'auth.push_subscriptions', key: 'session_id', type: 'uuid', column: 'sealed_subscription' },
] as const

/** The context for which a value of one of these columns is sealed. */
export function sealedIn(column: (typeof sealedColumns)[number]['column'], key: string): string {
  const { table } = sealedColumns.find((one) => one.column === column)!
  return `${table}.${column}/${key}`
}

/** The context for which both secrets of a webhook are sealed. */
export const webhookSecretContext = (org_id: string, endpoint_id: string) =>
  `webhook_endpoints ${org_id} ${endpoint_id} secret`

/**
 * The instance's secrets: under the keys of ONHAND_SECRET_KEY, else under the one in the data folder, which the first
 * start creates. A key in the folder still opens secrets if the environment names another one. Secrets sealed with an
 * older key are resealed with the first. Throws a message if the database was sealed with a missing key.
 */
export async function loadSecrets(db: Database, given: string | null, dataDir: string): Promise<Secrets> {
  const named = given === null ? [] : parseSecretKeys(given)
  // In this order: a proof from another server was preceded by its key file.
  const proof = await db.transaction(null, readProof)
  const kept = await readKeyFile(dataDir)
  const keys = [...named, ...(kept ? [kept] : [])]
  if (keys.length === 0) {
    if (proof !== undefined) throw new Error(keyMissing(dataDir))
    keys.push(await makeKeyFile(dataDir))
  }
  const secrets = createSecrets(keys)
  const proven = await db.transaction(null, (tx) => prove(tx, secrets, dataDir))
  // Also if the proof is current: servers that were still on the previous order of keys have sealed with the old one.
  if (keys.length > 1 || !secrets.isCurrent(proven)) await sealAgain(db, secrets)
  return secrets
}

/**
 * Throws if the database's secrets were sealed with a key that isn't here: asked as the administrator, before a start
 * changes anything. A database that was never used has no secrets.
 */
export async function requireSecretKey(client: pg.Client, given: string | null, dataDir: string): Promise<void> {
  if (!(await exists(client, 'auth.secret_key_proof'))) return
  const { rows } = await client.query<{ sealed: string }>('select sealed from auth.secret_key_proof')
  const kept = await readKeyFile(dataDir)
  const keys = [...(given === null ? [] : parseSecretKeys(given)), ...(kept ? [kept] : [])]
  if (rows[0] && !(keys.length > 0 && opens(createSecrets(keys), rows[0].sealed))) throw new Error(keyMissing(dataDir))
}

/**
 * Removes everything that was encrypted with a lost key, so that the server starts with another one. Signing keys are
 * recreated and sessions continue; authenticator apps must be set up and browser notifications turned on again.
 * Webhooks are turned off at their next event, until their secrets are rotated. Throws if an available key still opens
 * the secrets. Returns how many were removed.
 */
export async function forgetSealed(db: Database, given: string | null, dataDir: string): Promise<number> {
  const kept = await readKeyFile(dataDir)
  const keys = [...(given === null ? [] : parseSecretKeys(given)), ...(kept ? [kept] : [])]
  return db.transaction(null, async (tx) => {
    const proof = await readProof(tx)
    if (proof === undefined) throw new Error('Nothing in this database is encrypted.')
    if (keys.length > 0 && opens(createSecrets(keys), proof))
      throw new Error('The secret key of this database is present, so nothing is lost. Nothing was removed.')
    let removed = 0
    for (const { table, column } of sealedColumns)
      removed += await tx.run(sql`delete from ${sql.ref(table)} where ${sql.ref(column)} is not null`)
    // Recovery codes that remain without the factor they replace would lock their user out.
    await tx.run(sql`
      delete from auth.factors r where r.factor_type = 'recovery_code' and not exists (
        select from auth.factors f where f.user_id = r.user_id and f.status = 'verified' and f.id <> r.id)`)
    await tx.run(sql`delete from auth.secret_key_proof`)
    return removed
  })
}

const opens = (secrets: Secrets, proof: string) => openIfPossible(secrets, proof, proofContext) !== null

const proofContext = 'auth.secret_key_proof'

async function readProof(tx: Tx): Promise<string | undefined> {
  return (await tx.maybe(sql<{ sealed: string }>`select sealed from auth.secret_key_proof`))?.sealed
}

/**
 * Servers that share a database must share the key: the first one stores a proof of its key, which every other one must
 * open. Returns the proof.
 */
async function prove(tx: Tx, secrets: Secrets, dataDir: string): Promise<string> {
  await tx.run(sql`
    insert into auth.secret_key_proof (sealed) values (${secrets.seal('the key is right', proofContext)}) on conflict do nothing`)
  const proof = (await readProof(tx)) ?? ''
  if (!opens(secrets, proof)) throw new Error(keyMissing(dataDir))
  return proof
}

/** Rows of a column that one transaction reseals. */
const rowsAtOnce = 500

/** Reseals what isn't sealed with the first key. The proof is replaced last, so an interrupted start continues. */
async function sealAgain(db: Database, secrets: Secrets): Promise<void> {
  for (const sealed of sealedColumns) {
    for (let last: string | null = null; ;) {
      const after: string | null = last
      last = await db.transaction(null, (tx) => sealBatchAgain(tx, secrets, sealed, after))
      if (last === null) break
    }
  }
  await db.transaction(null, (tx) => sealWebhooksAgain(tx, secrets))
  await db.transaction(null, (tx) =>
    tx.run(sql`update auth.secret_key_proof set sealed = ${secrets.seal('the key is right', proofContext)}`),
  )
}

/** Reseals the next rows after a key, and returns the last key; null if there are none left. */
async function sealBatchAgain(
  tx: Tx,
  secrets: Secrets,
  { table, key, type, column }: (typeof sealedColumns)[number],
  after: string | null,
): Promise<string | null> {
  const rows = await tx.all(sql<{ key: string; sealed: string }>`
    select ${sql.ref(key)}::text as key, ${sql.ref(column)} as sealed from ${sql.ref(table)}
    where ${sql.ref(column)} is not null and (${after}::text is null or ${sql.ref(key)} > ${after}::text::${sql.ref(type)})
    order by ${sql.ref(key)} limit ${rowsAtOnce} for update`)
  const old = rows.filter(({ sealed }) => !secrets.isCurrent(sealed))
  const again = old.map((row) => {
    const context = sealedIn(column, row.key)
    return secrets.seal(secrets.open(row.sealed, context), context)
  })
  await tx.run(sql`
    update ${sql.ref(table)} set ${sql.ref(column)} = n.sealed
    from unnest(${old.map((row) => row.key)}::text[], ${again}::text[]) as n (row_key, sealed)
    where ${sql.ref(key)} = n.row_key::${sql.ref(type)}`)
  return rows.at(-1)?.key ?? null
}

type WebhookSecrets = { org_id: string; endpoint_id: string; secret: string; previous_secret: string | null }

/** A webhook whose secret was sealed with a key that is lost is left alone: it is turned off when events are sent. */
async function sealWebhooksAgain(tx: Tx, secrets: Secrets): Promise<void> {
  const rows = await tx.all(sql<WebhookSecrets>`
    select org_id, endpoint_id, secret, previous_secret from app.sealed_webhook_secrets()`)
  for (const { org_id, endpoint_id, secret, previous_secret } of rows) {
    const context = webhookSecretContext(org_id, endpoint_id)
    const again = (sealed: string) => {
      const plain = openIfPossible(secrets, sealed, context)
      return plain === null ? sealed : secrets.seal(plain, context)
    }
    await tx.run(sql`
      select app.reseal_webhook_secret(
        ${org_id}, ${endpoint_id}, ${again(secret)}, ${previous_secret === null ? null : again(previous_secret)})`)
  }
}
