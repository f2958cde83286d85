import { join } from 'node:path'
import { presentDatabase } from '../server/database.ts'
import { checkLedgers, type Found } from '../server/ledger-checks/check-ledgers.ts'
import { firstRows } from '../server/ledger-checks/first-rows.ts'
import { readConfig } from '../server/platform/config.ts'
import { openDatabase, type Database } from '../server/platform/db.ts'
import { silentLog } from '../server/platform/log.ts'

// `npm run check-ledger`: whether every unit is accounted for, of every organization, on the data that `npm start`
// would serve. The server may run meanwhile, and shows what was found. Ends with 0 when everything holds, 1 when
// something does not, 2 when it could not be checked.

const showsRows = process.argv.includes('--rows')

async function main(): Promise<number> {
  const config = readConfig(process.env, join(import.meta.dirname, '..'))
  const { connection, stop } = await presentDatabase(config)
  const db = openDatabase(connection, silentLog)
  try {
    // The server rests after each query; someone who waits does not.
    const found = await checkLedgers(db, silentLog, { withinMs: 0, rest: 0, tell: say })
    if (!found) throw new Error('The server is checking it right now. Please try again in some minutes.')
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
  const whose = org_id === null ? 'the database itself' : `organization ${org_id}`
  if (broken.length + unfinished.length === 0) return console.log(`${whose}: in order`)
  console.log(`${whose}:`)
  for (const { rule, rows } of broken) console.log(`  does not hold: ${rule} (${rows} ${rows === 1 ? 'row' : 'rows'})`)
  for (const rule of unfinished) console.log(`  could not be checked: ${rule}`)
}

async function sayRows(db: Database, found: readonly Found[]): Promise<void> {
  for (const { org_id, broken } of found)
    for (const { rule } of broken) {
      console.log(`\n${rule}${org_id === null ? '' : `, organization ${org_id}`}: the first rows`)
      for (const row of await firstRows(db, org_id, rule)) console.log(`  ${JSON.stringify(row)}`)
    }
}

/** Functions and tables that an older or newer Onhand does not have. */
const ofAnotherVersion = new Set(['42P01', '42883', '42703', '3F000'])

try {
  process.exitCode = await main()
} catch (error) {
  const { code = '', message } = error as Error & { code?: string }
  console.error(
    ofAnotherVersion.has(code)
      ? `This data was last used by another version of Onhand: start this one on it first. (${message})`
      : `The ledger could not be checked: ${message}`,
  )
  process.exitCode = 2
}
