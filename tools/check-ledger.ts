import { join } from 'node:path'
import { counted } from '../contract/counted-nouns.ts'
import { presentDatabase } from '../server/database.ts'
import { checkLedgers } from '../server/ledger-checks/check-ledgers.ts'
import { firstRows } from '../server/ledger-checks/first-rows.ts'
import type { Found } from '../server/ledger-checks/found.ts'
import { readConfig } from '../server/platform/config.ts'
import { openDatabase, type Database } from '../server/platform/db.ts'
import { silentLog } from '../server/platform/log.ts'
import { explainStart } from '../server/platform/start-problems.ts'

// `npm run check-ledger`: checks that every unit of every organization is accounted for, in the data that `npm start`
// would serve. The server may be running; it shows the result. Exits with 0 if every rule holds, 1 if one is violated,
// 2 if the ledger couldn't be checked.

const showsRows = process.argv.includes('--rows')

async function main(): Promise<number> {
  const config = readConfig(process.env, join(import.meta.dirname, '..'))
  const { connection, stop } = await presentDatabase(config)
  const db = openDatabase(connection, silentLog)
  try {
    // The server pauses after each query; an operator who is waiting needs no pauses.
    const found = await checkLedgers(db, silentLog, { withinMs: 0, rest: 0, onChecked: say })
    if (!found) throw new Error('The server is checking the ledger right now. Try again in a few minutes.')
    if (showsRows) await sayRows(db, found)
    const broken = found.filter((one) => one.broken.length > 0).length
    const unfinished = found.filter((one) => one.unfinished.length > 0).length
    if (broken > 0) return 1
    if (unfinished > 0) return 2
    console.log('Every unit is accounted for.')
    return 0
  } finally {
    await db.close()
    await stop()
  }
}

function say({ org_id, broken, unfinished }: Found): void {
  const name = nameOf(org_id)
  if (broken.length + unfinished.length === 0) return console.log(`${name}: no violations`)
  console.log(`${name}:`)
  for (const { rule, rows } of broken) console.log(`  violated: ${rule} (${counted(rows, 'row')})`)
  for (const rule of unfinished) console.log(`  couldn’t be checked: ${rule}`)
}

const nameOf = (org_id: string | null) => (org_id === null ? 'database' : `organization ${org_id}`)

async function sayRows(db: Database, found: readonly Found[]): Promise<void> {
  for (const { org_id, broken } of found)
    for (const { rule } of broken) {
      console.log(`\n${nameOf(org_id)}, first rows that violate ${rule}:`)
      for (const row of await firstRows(db, org_id, rule)) console.log(`  ${JSON.stringify(row)}`)
    }
}

/** SQL states for a missing table, function, column or schema: the data is from another version. */
const ofAnotherVersion = new Set(['42P01', '42883', '42703', '3F000'])

try {
  process.exitCode = await main()
} catch (error) {
  const { code = '', message } = error as Error & { code?: string }
  console.error(
    ofAnotherVersion.has(code)
      ? `This data was last used by another version of Onhand. Start this version with it once, then check again. (${message})`
      : `Couldn’t check the ledger: ${explainStart(error)}`,
  )
  process.exitCode = 2
}
