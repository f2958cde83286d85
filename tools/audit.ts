import { join } from 'node:path'
import { byCount, counted } from '../contract/counted-nouns.ts'
import { thumbprintsOf, verifyTrail, type Verified } from '../server/audit-trail/verify-trail.ts'
import { presentDatabase } from '../server/database.ts'
import { identityConfig } from '../server/identity/config.ts'
import { readConfig } from '../server/platform/config.ts'
import { openDatabase, type Database } from '../server/platform/db.ts'
import { isUuid } from '../server/platform/ids.ts'
import { silentLog } from '../server/platform/log.ts'
import { sql } from '../server/platform/sql.ts'
import { explainStart } from '../server/platform/start-problems.ts'

// `npm run audit -- verify [ORG] [--expect SEAL:HASH]`: checks audit trails against their seals, in the data that `npm
// start` would serve. The server may be running. Exits with 0 if every row matches, 1 if one doesn't (it is named), 2
// if they couldn't be checked.

const usage = 'Usage: npm run audit -- verify [ORGANIZATION] [--expect SEAL:HASH]'

type Asked = { org_id: string | null; expected: Map<number, string> }

function readArguments([verb, ...rest]: string[]): Asked {
  if (verb !== 'verify') throw new Error(usage)
  const asked: Asked = { org_id: null, expected: new Map() }
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    const expectation = /^(\d{1,9}):([0-9a-f]{64})$/.exec(word === '--expect' ? (rest[++at] ?? '') : '')
    if (expectation) asked.expected.set(Number(expectation[1]), expectation[2] ?? '')
    else if (isUuid(word) && asked.org_id === null) asked.org_id = word
    else throw new Error(usage)
  }
  if (asked.expected.size > 0 && asked.org_id === null)
    throw new Error('Name the organization that the expected seal belongs to.')
  return asked
}

async function main(): Promise<number> {
  const { org_id, expected } = readArguments(process.argv.slice(2))
  const config = readConfig(process.env, join(import.meta.dirname, '..'))
  const { connection, stop } = await presentDatabase(config)
  const db = openDatabase(connection, silentLog)
  try {
    const trusted = await ownKeys(db)
    let wrong = 0
    for (const one of org_id ? [org_id] : await everyOrganization(db)) {
      const found = await verifyTrail(db, one, { trusted, expected })
      say(found)
      if (found.mismatch) wrong += 1
    }
    return wrong > 0 ? 1 : 0
  } finally {
    await db.close()
    await stop()
  }
}

/** The keys that this instance signs with: the operator's, or its own. */
async function ownKeys(db: Database): Promise<ReadonlySet<string>> {
  const { jwtKeys } = identityConfig(process.env, null)
  const rows = await db.transaction(null, (tx) =>
    tx.all(sql<{ public_jwk: Record<string, string> }>`select public_jwk from auth.signing_keys`),
  )
  return thumbprintsOf([...jwtKeys, ...rows.map((row) => row.public_jwk)])
}

async function everyOrganization(db: Database): Promise<string[]> {
  const rows = await db.transaction(null, (tx) =>
    tx.all(sql<{ org_id: string }>`select org_id from app.audit_trails_to_seal(interval '0') as org_id`),
  )
  return rows.map(({ org_id }) => org_id)
}

function say({ org_id, seals, rows, newest, unsealed, erased, formerKeys, mismatch }: Verified): void {
  if (mismatch) return console.log(`organization ${org_id}: DOES NOT MATCH: ${mismatch.problem}`)
  const matching = byCount(
    rows,
    { one: '{count} row matches {seals}', other: '{count} rows match {seals}' },
    { seals: counted(seals, 'seal') },
  )
  const state = newest ? `${matching}, the newest ${seals}:${newest}` : 'no seal yet'
  console.log(`organization ${org_id}: ${state}; ${unsealed} since then`)
  if (erased > 0) console.log(`  an upgrade erased names of people from ${erased} of them after they were sealed`)
  for (const key of formerKeys) console.log(`  earlier seals were signed with the former key ${key}`)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(explainStart(error))
  process.exitCode = 2
}
