import type { JWK } from 'jose'
import { readGivenKeys } from './given-keys.ts'

/** A token bucket: `burst` at once, then `count` per `seconds`. */
export type Rate = { burst: number; count: number; seconds: number }

/** What an operator may decide about signing in. */
export type IdentityConfig = Readonly<{
  /** `iss` of access tokens; all processes of one instance must agree. */
  issuer: string
  /** The operator's private signing keys, the one that signs first; none: the instance makes and keeps its own. */
  jwtKeys: readonly JWK[]
  signUpAllowed: boolean
  passwordMinCharacters: number
  /** Origins (scheme, host, port) whose pages may call these endpoints, besides our own. */
  corsOrigins: readonly string[]
  accessTokenSeconds: number
  /** How long a refresh token that was replaced still answers with the current one. */
  reuseIntervalSeconds: number
  /** A session that is not refreshed for this long is over. */
  sessionIdleDays: number
  /** A session is over after this long, however busy. */
  sessionAbsoluteDays: number
  rates: IdentityRates
}>

export type IdentityRates = Readonly<{
  /** Sign-ups from one address. */
  signUpByPeer: Rate
  /** Sign-ins from one address. */
  signInByPeer: Rate
  /** Refreshes from one address: a whole office refreshes at once after a night, and a token cannot be guessed. */
  refreshByPeer: Rate
  /** Password attempts on one account, from wherever they come. */
  passwordByAccount: Rate
  /** Changes of a user from one address. */
  changeUserByPeer: Rate
}>

/** What GoTrue ships (150 sign-ins and 30 sign-ups in 5 minutes), and 10 passwords in 5 minutes on one account. */
export const defaultRates: IdentityRates = {
  signUpByPeer: { burst: 30, count: 30, seconds: 300 },
  signInByPeer: { burst: 30, count: 150, seconds: 300 },
  refreshByPeer: { burst: 1_000, count: 3_000, seconds: 300 },
  passwordByAccount: { burst: 10, count: 10, seconds: 300 },
  changeUserByPeer: { burst: 30, count: 30, seconds: 300 },
}

/**
 * Reads the identity settings: `AUTH_PASSWORD_MIN` (6 to 72), `AUTH_SIGNUP` (`open` or `closed`), `AUTH_CORS_ORIGINS` (comma
 * separated), `AUTH_JWT_KEYS` (a private JWKS), and `AUTH_RATE_SCALE` (multiplies every rate limit; a limit is never off). Throws on a wrong value. Without a site
 * address the issuer is a plain name, so that starting on another port does not void every access token.
 */
export function identityConfig(
  environment: Record<string, string | undefined>,
  siteUrl: string | null,
): IdentityConfig {
  const scale = numberSetting(environment, 'AUTH_RATE_SCALE', 1, 1, 100_000)
  const signUp = environment['AUTH_SIGNUP'] || 'open'
  if (signUp !== 'open' && signUp !== 'closed') throw new Error('AUTH_SIGNUP must be "open" or "closed"')
  return {
    issuer: siteUrl === null ? 'onhand' : `${siteUrl}/auth/v1`,
    jwtKeys: readGivenKeys(environment['AUTH_JWT_KEYS']),
    signUpAllowed: signUp === 'open',
    passwordMinCharacters: numberSetting(environment, 'AUTH_PASSWORD_MIN', 6, 6, 72),
    corsOrigins: (environment['AUTH_CORS_ORIGINS'] ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
    accessTokenSeconds: 3_600,
    reuseIntervalSeconds: 10,
    sessionIdleDays: 30,
    sessionAbsoluteDays: 90,
    rates: scaledRates(defaultRates, scale),
  }
}

/** The same rates, each allowing `scale` times as much. */
export function scaledRates(rates: IdentityRates, scale: number): IdentityRates {
  const scaled = (rate: Rate): Rate => ({ ...rate, burst: rate.burst * scale, count: rate.count * scale })
  return {
    signUpByPeer: scaled(rates.signUpByPeer),
    signInByPeer: scaled(rates.signInByPeer),
    refreshByPeer: scaled(rates.refreshByPeer),
    passwordByAccount: scaled(rates.passwordByAccount),
    changeUserByPeer: scaled(rates.changeUserByPeer),
  }
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
