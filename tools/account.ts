import { join } from 'node:path'
import { presentDatabase } from '../server/database.ts'
import { printableLinks, printLinks, unlockAccount, type PrintableLink } from '../server/identity/account-commands.ts'
import { readConfig } from '../server/platform/config.ts'
import { dataFolder } from '../server/platform/data-folder.ts'
import { openDatabase, type Database } from '../server/platform/db.ts'
import { silentLog } from '../server/platform/log.ts'
import { loadSecrets } from '../server/platform/secret-key.ts'

// `npm run account -- link EMAIL TYPE` and `npm run account -- unlock EMAIL`: gets people back in where mail does not reach them. Works on the
// data that `npm start` would serve, beside a running server or without one.

const usage = `npm run account -- link EMAIL ${printableLinks.join('|')}
npm run account -- unlock EMAIL`

async function main(): Promise<void> {
  const [command, email, type] = process.argv.slice(2)
  const isLink = command === 'link' && printableLinks.some((one) => one === type)
  if (!email || (!isLink && command !== 'unlock')) throw new Error(`Usage:\n${usage}`)
  const config = readConfig(process.env, join(import.meta.dirname, '..'))
  const { connection, stop } = await presentDatabase(config)
  const db = openDatabase(connection, silentLog)
  try {
    if (isLink) await link(db, config, email, type as PrintableLink)
    else await unlock(db, email)
  } finally {
    await db.close()
    await stop()
  }
}

async function link(db: Database, config: ReturnType<typeof readConfig>, email: string, type: PrintableLink) {
  const dataDir = config.databaseUrl ? config.dataDir : dataFolder(config.dataDir)
  const secrets = await loadSecrets(db, config.secretKey, dataDir)
  const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`
  for (const printed of await printLinks({ db, secrets, siteUrl }, email, type))
    console.log(
      `For ${printed.email}, once, within ${printed.hours} h:\n${printed.link}\nCode, within 10 minutes: ${printed.code}\n`,
    )
  console.log('The link opens the account: give it to its owner only.')
}

async function unlock(db: Database, email: string): Promise<void> {
  const cleared = await unlockAccount(db, email)
  console.log(cleared === 0 ? `${email} was not locked.` : `${email} can sign in again.`)
}

try {
  await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
