import type { JWK } from 'jose'
import { readGivenKeys } from './given-keys.ts'
import { readProviders, type ProviderSettings } from './providers/settings.ts'
import { type IdentityRates, defaultRates, scaledRates } from './rates.ts'
import { isRedirectEntry } from './redirects.ts'

/** The operator's settings for signing in. */
export type IdentityConfig = Readonly<{
  /** `iss` of access tokens; all processes of one instance must agree. */
  issuer: string
  /** The operator's private signing keys, the signing one first; none: the instance creates and stores its own. */
  jwtKeys: readonly JWK[]
  /** The address browsers use: the beginning of links in emails, and the default destination of redirects. */
  siteUrl: string
  /** Other addresses that links may redirect to (`allowedRedirect`). */
  redirectUrls: readonly string[]
  signUpAllowed: boolean
  passwordMinCharacters: number
  /** Origins (scheme, host, port) whose pages may call these endpoints, besides our own. */
  corsOrigins: readonly string[]
  /** OpenID providers that people may sign in with. */
  providers: readonly ProviderSettings[]
  accessTokenSeconds: number
  /** How long a replaced refresh token still returns the current one. */
  reuseIntervalSeconds: number
  /** A session that isn't refreshed for this long ends. */
  sessionIdleDays: number
  /** A session ends after this long, however active. */
  sessionAbsoluteDays: number
  rates: IdentityRates
}>

/** How long a session lives: days without a refresh, and days in total. */
export const sessionLife = { sessionIdleDays: 30, sessionAbsoluteDays: 90 } as const

/**
 * Reads the identity settings: `AUTH_PASSWORD_MIN` (6 to 72), `AUTH_SIGNUP` (`open` or `closed`), `AUTH_CORS_ORIGINS`
 * (comma separated), `AUTH_JWT_KEYS` (a private JWKS), `AUTH_REDIRECT_URLS` (comma separated), `AUTH_PROVIDERS`
 * (`readProviders`), and `AUTH_RATE_SCALE` (multiplies every rate limit; a limit is never off). Throws on a wrong
 * value. Without a site address the issuer is a plain name, so that starting on another port does not void every access
 * token; links then lead to `localUrl`.
 */
export function identityConfig(
  environment: Record<string, string | undefined>,
  siteUrl: string | null,
  localUrl = 'http://localhost',
): IdentityConfig {
  const scale = numberSetting(environment, 'AUTH_RATE_SCALE', 1, 1, 100_000)
  const signUp = environment['AUTH_SIGNUP'] || 'open'
  if (signUp !== 'open' && signUp !== 'closed') throw new Error('AUTH_SIGNUP must be "open" or "closed"')
  return {
    issuer: siteUrl === null ? 'onhand' : `${siteUrl}/auth/v1`,
    siteUrl: siteUrl ?? localUrl,
    redirectUrls: redirectAddresses(environment['AUTH_REDIRECT_URLS'] ?? ''),
    jwtKeys: readGivenKeys(environment['AUTH_JWT_KEYS']),
    signUpAllowed: signUp === 'open',
    passwordMinCharacters: numberSetting(environment, 'AUTH_PASSWORD_MIN', 6, 6, 72),
    corsOrigins: (environment['AUTH_CORS_ORIGINS'] ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
    providers: readProviders(environment),
    accessTokenSeconds: 3_600,
    reuseIntervalSeconds: 10,
    ...sessionLife,
    rates: scaledRates(defaultRates, scale),
  }
}

/** What may follow `redirect_to`: an origin, an address, or that of a mobile app (`onhand://signed-in`). */
function redirectAddresses(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  const named = entries.filter((entry) => entry !== '')
  const wrong = named.find((entry) => !isRedirectEntry(entry))
  if (wrong !== undefined) {
    throw new Error(
      `AUTH_REDIRECT_URLS must be origins or addresses like https://app.example.com/welcome, separated by commas, not "${wrong}".`,
    )
  }
  return named
}

function numberSetting(
  environment: Record<string, string | undefined>,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = environment[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isFinite(value) || value < min || value > max) {
    throw new Error(`${name} must be a number between ${min} and ${max}`)
  }
  return value
}
