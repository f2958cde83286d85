import type { JWK } from 'jose'
import { limits } from '../../contract/limits.ts'
import { readGivenKeys } from './given-keys.ts'
import { readProviders, type ProviderSettings } from './providers/settings.ts'
import { isRedirectEntry } from './redirects.ts'

/** A token bucket: `burst` at once, then `count` per `seconds`. */
export type Rate = { burst: number; count: number; seconds: number }

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

export type IdentityRates = Readonly<{
  /** Sign-ups from one address. */
  signUpByPeer: Rate
  /** Sign-ins from one address. */
  signInByPeer: Rate
  /** Sign-ins through a provider, their callbacks, and ID tokens, each from one address. */
  authorizeByPeer: Rate
  /** Codes exchanged for a session, from one address. */
  exchangeByPeer: Rate
  /** Refreshes from one address: an entire office refreshes at once in the morning, and a token can't be guessed. */
  refreshByPeer: Rate
  /** Password attempts on one account, from any address. */
  passwordByAccount: Rate
  /** Changes of a user from one address. */
  changeUserByPeer: Rate
  /** Requests for a recovery mail, from one address. */
  recoverByPeer: Rate
  /** Requests for a link or code to sign in, from one address. */
  otpByPeer: Rate
  /** Requests for the same mail again, and for a code to confirm a change, from one address. */
  resendByPeer: Rate
  /** Links and codes presented, from one address. */
  verifyByPeer: Rate
  /** Codes presented for one account, from any address: there are few six-digit codes. Links aren't counted. */
  codeByAccount: Rate
  /** Second factor requests from one address: adding, challenging and verifying. */
  factorsByPeer: Rate
  /** Passkey requests from one address: signing in, adding and changing. */
  passkeysByPeer: Rate
  /** Codes tried on one second factor, from any address. */
  codeByFactor: Rate
  /** Emails of one kind to one address. */
  mailByRecipient: Rate
  /** All emails to one address. */
  mailsByRecipient: Rate
  /** Emails caused by requests from one address. */
  mailsByPeer: Rate
  /** Requests with one API key. */
  apiKey: Rate
  /** Private links opened from one address, and requests with one link: a page with its pictures makes many. */
  shareByPeer: Rate
  shareByLink: Rate
  /** Messages sent through one link. */
  messageByLink: Rate
}>

/**
 * What GoTrue ships (150 tokens, 30 of every other request in 5 minutes, 15 about second factors in a minute, 30 mails
 * in an hour, a minute between two mails of a kind), per address where it has one limit for all; and 10 passwords in 5
 * minutes, 10 codes in an hour on one account or second factor.
 */
export const defaultRates: IdentityRates = {
  signUpByPeer: { burst: 30, count: 30, seconds: 300 },
  signInByPeer: { burst: 30, count: 150, seconds: 300 },
  authorizeByPeer: { burst: 30, count: 150, seconds: 300 },
  exchangeByPeer: { burst: 30, count: 150, seconds: 300 },
  refreshByPeer: { burst: 1_000, count: 3_000, seconds: 300 },
  passwordByAccount: { burst: 10, count: 10, seconds: 300 },
  changeUserByPeer: { burst: 30, count: 30, seconds: 300 },
  recoverByPeer: { burst: 30, count: 30, seconds: 300 },
  otpByPeer: { burst: 30, count: 30, seconds: 300 },
  resendByPeer: { burst: 30, count: 30, seconds: 300 },
  verifyByPeer: { burst: 30, count: 30, seconds: 300 },
  codeByAccount: { burst: 10, count: 10, seconds: 3_600 },
  factorsByPeer: { burst: 15, count: 15, seconds: 60 },
  passkeysByPeer: { burst: 30, count: 30, seconds: 300 },
  codeByFactor: { burst: 10, count: 10, seconds: 3_600 },
  mailByRecipient: { burst: 1, count: 1, seconds: 60 },
  mailsByRecipient: { burst: 10, count: 10, seconds: 3_600 },
  mailsByPeer: { burst: 30, count: 30, seconds: 3_600 },
  apiKey: { burst: limits.apiKeyBurst, count: limits.apiKeyRequestsPerMinute, seconds: 60 },
  shareByPeer: { burst: 300, count: 600, seconds: 60 },
  shareByLink: { burst: 300, count: 600, seconds: 60 },
  messageByLink: { burst: 10, count: 20, seconds: 3_600 },
}

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

/** The same rates, each allowing `scale` times as much. */
export function scaledRates(rates: IdentityRates, scale: number): IdentityRates {
  const scaled = Object.entries(rates).map(([name, rate]) => [
    name,
    { ...rate, burst: rate.burst * scale, count: rate.count * scale },
  ])
  return Object.fromEntries(scaled) as IdentityRates
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
