import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { mailAddress } from '../../contract/fields.ts'
import type { MailSettings } from './mail.ts'
import { parseSecretKeys } from './secrets.ts'

/** The settings from the environment. Every one has a working default. */
export type Config = Readonly<{
  host: string
  port: number
  dataDir: string
  /** An external PostgreSQL ≥ 15, as an administrator's address; null starts the embedded one. */
  databaseUrl: string | null
  /** The password of the app role on an external PostgreSQL; created and stored in the data folder if not given. */
  databaseAppPassword: string | null
  /** Lets a version that was replaced on this database replace the newer one. */
  allowDowngrade: boolean
  /** The address browsers use (links, token issuer); null: `http://localhost:PORT`. */
  siteUrl: string | null
  /** Addresses or ranges of proxies whose X-Forwarded-* headers are trusted. None by default. */
  trustedProxies: string[]
  /** The mail server; null: no email is sent, and no feature offers to. */
  mail: MailSettings | null
  /** The key that encrypts secrets in the database; null: the key in the data folder. */
  secretKey: string | null
  /** Where seals of the audit trail are sent besides the log. */
  seals: { mail: string | null; webhook: string | null }
  /** Whether webhooks, push messages, emails and seals are sent: a restored copy must not repeat its original's. */
  outgoing: boolean
  /** Whether commands that arrive at the same moment may run in one transaction. */
  groupPosting: boolean
  /** The token that `GET /metrics` requires; null: there is no such address. */
  metricsToken: string | null
  logLevel: string
  /** The destination of the structured log: `onhand.log` in the data folder if the server runs at a terminal. */
  logTo: 'stdout' | 'file'
}>

/** Reads the environment; an invalid value stops the start with a message that tells what to do. */
export function readConfig(env: NodeJS.ProcessEnv, projectDir: string, atTerminal = false): Config {
  const port = Number(env.PORT || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be 0 to 65535, not "${env.PORT}".`)
  const data = env.ONHAND_DATA || 'data'
  return {
    host: env.HOST || 'localhost',
    port,
    dataDir: isAbsolute(data) ? data : resolve(projectDir, data),
    databaseUrl: databaseAddress(env),
    databaseAppPassword: env.DATABASE_APP_PASSWORD || null,
    allowDowngrade: onOrOff('ALLOW_DOWNGRADE', env.ALLOW_DOWNGRADE || 'off'),
    siteUrl: siteAddress(env.SITE_URL),
    trustedProxies: proxies(env.TRUSTED_PROXIES ?? ''),
    mail: mailSettings(env),
    secretKey: secretKey(env.ONHAND_SECRET_KEY),
    seals: { mail: sealMail(env), webhook: sealWebhook(env.AUDIT_SEAL_WEBHOOK) },
    outgoing: onOrOff('OUTGOING', env.OUTGOING || 'on'),
    groupPosting: onOrOff('GROUP_POSTING', env.GROUP_POSTING || 'on'),
    metricsToken: metricsToken(env.METRICS_TOKEN),
    logLevel: logLevel(env.LOG_LEVEL || 'info'),
    logTo: logTarget(env.LOG_TO || (atTerminal ? 'file' : 'stdout')),
  }
}

/**
 * It may contain a password, so it isn't repeated. The app role takes the place of the administrator in it, which isn't
 * possible in an address without a host.
 */
function databaseAddress(env: NodeJS.ProcessEnv): string | null {
  const name = env.DATABASE_ADMIN_URL ? 'DATABASE_ADMIN_URL' : 'DATABASE_URL'
  const text = env[name] || null
  if (text === null) return null
  if (/\/\/(?:[^/?]*@)?[^@/?]*,[^@/?]*(?:[/?]|$)/.test(text))
    throw new Error(`${name} must name one server. Use an address that always leads to the primary.`)
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || !url.hostname || url.pathname.length < 2)
    throw new Error(`${name} must look like postgresql://admin:password@db.example.com:5432/onhand.`)
  if (url.searchParams.has('user') || url.searchParams.has('password'))
    throw new Error(`${name} must have its user and password before the host: postgresql://admin:password@….`)
  return text
}

function siteAddress(text = ''): string | null {
  if (text === '') return null
  const url = URL.canParse(text) ? new URL(text) : null
  // Onhand can't be served below a path: its pages and the cookies are those of the whole host.
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.href !== `${url.origin}/`)
    throw new Error(`SITE_URL must look like https://stock.example.com, without a path, not "${text}".`)
  return url.origin
}

/** Names of ranges that Fastify accepts besides addresses. */
const proxyRanges = ['loopback', 'linklocal', 'uniquelocal']

function proxies(text: string): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const wrong = parts.find((part) => !proxyRanges.includes(part) && isIP(part.replace(/\/\d{1,3}$/, '')) === 0)
  if (wrong !== undefined)
    throw new Error(`TRUSTED_PROXIES must be addresses or ranges like 10.0.0.0/8, separated by commas, not "${wrong}".`)
  return parts
}

/** Checked here, so that a wrong one stops the start before the database is touched. */
function secretKey(text = ''): string | null {
  if (text === '') return null
  parseSecretKeys(text)
  return text
}

function sealMail({ AUDIT_SEAL_MAIL: text = '', SMTP_URL }: NodeJS.ProcessEnv): string | null {
  if (text === '') return null
  if (!mailAddress.safeParse(text).success) throw new Error(`AUDIT_SEAL_MAIL must be an email address, not "${text}".`)
  // An operator who relies on these emails must not discover later that none were sent.
  if (!SMTP_URL) throw new Error('AUDIT_SEAL_MAIL needs a mail server: set SMTP_URL, too.')
  return text
}

function sealWebhook(text = ''): string | null {
  if (text === '') return null
  // It may contain a secret, so it isn't repeated.
  if (!URL.canParse(text) || !['http:', 'https:'].includes(new URL(text).protocol))
    throw new Error('AUDIT_SEAL_WEBHOOK must look like https://example.com/seals.')
  return text
}

/** A short token could be guessed, because attempts aren't limited. */
function metricsToken(text = ''): string | null {
  if (text === '') return null
  // It is a secret, so it isn't repeated.
  if (!/^[\x21-\x7e]{20,}$/.test(text))
    throw new Error('METRICS_TOKEN must have at least 20 visible ASCII characters. Use: openssl rand -hex 32')
  return text
}

function onOrOff(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Error(`${name} must be on or off, not "${text}".`)
  return text === 'on'
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function logLevel(level: string): string {
  if (!logLevels.includes(level)) throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${level}".`)
  return level
}

function logTarget(target: string): Config['logTo'] {
  if (target === 'file' || target === 'stdout') return target
  throw new Error(`LOG_TO must be stdout or file, not "${target}".`)
}

/**
 * `SMTP_URL` (smtp: or smtps:, with the name and password of the account), and `MAIL_FROM`, by default the account's
 * own address.
 */
function mailSettings({ SMTP_URL: smtpUrl, MAIL_FROM, SITE_URL }: NodeJS.ProcessEnv): MailSettings | null {
  if (!smtpUrl) return null
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : null
  // The address contains a password, so it isn't repeated.
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    throw new Error(
      'SMTP_URL must look like smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start.',
    )
  const account = mailAddress.safeParse(decodeURIComponent(url.username))
  const host = SITE_URL && URL.canParse(SITE_URL) ? new URL(SITE_URL).hostname : url.hostname
  const from = MAIL_FROM || account.data || `onhand@${host}`
  if (MAIL_FROM && !mailAddress.safeParse(MAIL_FROM).success)
    throw new Error(`MAIL_FROM must be an email address, not "${MAIL_FROM}".`)
  return { smtpUrl, from }
}
