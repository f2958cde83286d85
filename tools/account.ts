import { join } from 'node:path'
import { presentDatabase } from '../server/database.ts'
import {
  printableLinks,
  printLinks,
  resetFactors,
  unlockAccount,
  type PrintableLink,
} from '../server/identity/account-commands.ts'
import { readConfig, type Config } from '../server/platform/config.ts'
import { dataFolder } from '../server/platform/data-folder.ts'
import { openDatabase, type Database } from '../server/platform/db.ts'
import { silentLog } from '../server/platform/log.ts'
import { forgetSealed, loadSecrets } from '../server/platform/secret-key.ts'
import { explainStart } from '../server/platform/start-problems.ts'

// `npm run account`: `link`, `unlock` and `reset-mfa` restore people's access where email doesn't reach them;
// `forget-secrets` makes a server start again whose secret key is lost. Works on the data that `npm start` would serve,
// with the server running or stopped.

const usage = [
  `npm run account -- link EMAIL ${printableLinks.join('|')}`,
  'npm run account -- unlock EMAIL',
  'npm run account -- reset-mfa EMAIL',
  'npm run account -- forget-secrets',
].join('\n')

type Work = (db: Database, config: Config) => Promise<void>

/** Parses the command line; undefined if it isn't a valid command. */
function workOf([command, email, type]: string[]): Work | undefined {
  if (command === 'forget-secrets' && email === undefined) return forget
  if (command === 'unlock' && email && type === undefined) return (db) => unlock(db, email)
  if (command === 'reset-mfa' && email && type === undefined) return (db, config) => reset(db, config, email)
  const printable = printableLinks.find((one) => one === type)
  if (command === 'link' && email && printable) return (db, config) => link(db, config, email, printable)
  return undefined
}

async function main(): Promise<void> {
  const work = workOf(process.argv.slice(2))
  if (!work) throw new Error(`Usage:\n${usage}`)
  const config = readConfig(process.env, join(import.meta.dirname, '..'))
  const { connection, stop } = await presentDatabase(config)
  const db = openDatabase(connection, silentLog)
  try {
    await work(db, config)
  } finally {
    await db.close()
    await stop()
  }
}

const keyFolder = (config: Config) => (config.databaseUrl ? config.dataDir : dataFolder(config.dataDir))

async function link(db: Database, config: Config, email: string, type: PrintableLink): Promise<void> {
  const secrets = await loadSecrets(db, config.secretKey, keyFolder(config))
  const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`
  for (const printed of await printLinks({ db, secrets, siteUrl }, email, type)) {
    console.log(`Link for ${printed.email} (works once, expires in ${printed.hours} h):\n${printed.link}`)
    console.log(`Code (expires in 10 minutes): ${printed.code}\n`)
  }
  console.log('This link opens the account. Give it only to its owner.')
}

async function unlock(db: Database, email: string): Promise<void> {
  const cleared = await unlockAccount(db, email)
  console.log(cleared === 0 ? `${email} was not locked.` : `${email} can sign in again.`)
}

async function reset(db: Database, config: Config, email: string): Promise<void> {
  const { factors, passkeys } = await resetFactors({ db, canMail: config.mail !== null }, email)
  if (factors + passkeys === 0) console.log(`${email} has no second factor and no passkey.`)
  else {
    console.log(
      `Removed the second factors (${factors}) and passkeys (${passkeys}) of ${email}, and ended all sessions.`,
    )
    console.log('The password alone now signs in. Make sure that the account’s owner asked for this.')
  }
}

async function forget(db: Database, config: Config): Promise<void> {
  const removed = await forgetSealed(db, config.secretKey, keyFolder(config))
  console.log(`Removed ${removed} encrypted secrets. The server starts with a new key.`)
}

try {
  await main()
} catch (error) {
  console.error(explainStart(error))
  process.exitCode = 1
}
