import { isAbsolute, resolve } from 'node:path'

/** What the environment may set. Everything has a default that works. */
export type Config = Readonly<{
  host: string
  port: number
  dataDir: string
  /** An outside PostgreSQL ≥ 15, as an administrator's address; null starts the embedded one. */
  databaseUrl: string | null
  /** The password of the app role on an outside PostgreSQL; made and kept in the data folder when not given. */
  databaseAppPassword: string | null
  /** Where browsers reach this server (links, token issuer); null: `http://localhost:PORT`. */
  siteUrl: string | null
  /** Addresses or ranges of proxies whose X-Forwarded-* headers count. Nobody's by default. */
  trustedProxies: string[]
  logLevel: string
}>

/** Reads the environment; a value that makes no sense ends the start with a sentence that says what to do. */
export function readConfig(env: NodeJS.ProcessEnv, projectDir: string): Config {
  const port = Number(env.PORT || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be 0 to 65535, not "${env.PORT}".`)
  const data = env.ONHAND_DATA || 'data'
  return {
    host: env.HOST || 'localhost',
    port,
    dataDir: isAbsolute(data) ? data : resolve(projectDir, data),
    databaseUrl: env.DATABASE_ADMIN_URL || env.DATABASE_URL || null,
    databaseAppPassword: env.DATABASE_APP_PASSWORD || null,
    siteUrl: env.SITE_URL?.replace(/\/+$/, '') || null,
    trustedProxies: (env.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    logLevel: env.LOG_LEVEL || 'info',
  }
}
