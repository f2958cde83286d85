/** An OpenID provider that people may sign in with, as the operator configured it. */
export type ProviderSettings = Readonly<{
  /** What clients call it: `google`, `keycloak`. */
  name: string
  issuer: string
  /**
   * Ours; the first one signs people in, ID tokens for any of them are accepted (mobile apps have ids of their own).
   */
  clientIds: readonly [string, ...string[]]
  clientSecret: string | null
  scopes: string
  /** Origins that this server may send requests to for this provider. */
  origins: readonly string[]
  responseMode: 'query' | 'form_post'
}>

/** Origins that well-known issuers keep their endpoints at, besides their own. */
const otherOrigins: Record<string, readonly string[]> = {
  'https://accounts.google.com': [
    'https://oauth2.googleapis.com',
    'https://www.googleapis.com',
    'https://openidconnect.googleapis.com',
  ],
}

/** Names in GoTrue's settings for ways to sign in that aren't providers. */
const takenNames = ['email', 'phone', 'anonymous_users', 'saml', 'web3']

type Environment = Record<string, string | undefined>

/**
 * Reads `AUTH_PROVIDERS` (names, comma-separated) and, for each, `AUTH_PROVIDER_<NAME>_ISSUER`, `_CLIENT_ID`,
 * `_CLIENT_SECRET`, `_SCOPES`, `_ORIGINS` and `_RESPONSE_MODE`. Throws a message that tells what to do and never quotes
 * a secret.
 */
export function readProviders(environment: Environment): ProviderSettings[] {
  const names = listOf(environment['AUTH_PROVIDERS'])
  if (new Set(names).size < names.length) throw new Error('AUTH_PROVIDERS must name each provider once.')
  return names.map((name) => readProvider(environment, name))
}

function readProvider(environment: Environment, name: string): ProviderSettings {
  if (!/^[a-z][a-z0-9_]{0,29}$/.test(name) || takenNames.includes(name))
    throw new Error(`AUTH_PROVIDERS must be names of lower-case letters, digits and _, like google, not "${name}".`)
  const variable = (suffix: string) => `AUTH_PROVIDER_${name.toUpperCase()}_${suffix}`
  const value = (suffix: string) => environment[variable(suffix)]?.trim() || null
  const issuer = value('ISSUER')
  if (issuer === null || !isIssuer(issuer))
    throw new Error(
      `${variable('ISSUER')} must be the https address of an OpenID provider, like https://accounts.google.com.`,
    )
  const [clientId, ...others] = listOf(value('CLIENT_ID') ?? '')
  if (clientId === undefined) throw new Error(`${variable('CLIENT_ID')} must be the id that the provider gave Onhand.`)
  const responseMode = value('RESPONSE_MODE') ?? 'query'
  if (responseMode !== 'query' && responseMode !== 'form_post')
    throw new Error(`${variable('RESPONSE_MODE')} must be query or form_post.`)
  const more = listOf(value('ORIGINS') ?? '')
  const wrong = more.find((origin) => !isOrigin(origin))
  if (wrong !== undefined)
    throw new Error(`${variable('ORIGINS')} must be origins like https://tokens.example.com, not "${wrong}".`)
  const { origin } = new URL(issuer)
  return {
    name,
    issuer,
    clientIds: [clientId, ...others],
    clientSecret: value('CLIENT_SECRET'),
    scopes: scopesIn(variable('SCOPES'), value('SCOPES')),
    origins: [...new Set([origin, ...(otherOrigins[origin] ?? []), ...more.map((text) => new URL(text).origin)])],
    responseMode,
  }
}

const ownScopes = 'openid email profile'

function scopesIn(variable: string, text: string | null): string {
  const scopes = text?.split(/\s+/) ?? ownScopes.split(' ')
  if (!scopes.every(isScope)) throw new Error(`${variable} must be scopes separated by spaces.`)
  return [...new Set(['openid', ...scopes])].join(' ')
}

/** RFC 6749, 3.3. */
export function isScope(text: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(text)
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { search, hash, username, password } = new URL(text)
  return isTrustworthy(new URL(text)) && [search, hash, username, password].every((part) => part === '')
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && isTrustworthy(new URL(text)) && new URL(text).href === `${new URL(text).origin}/`
}

/** TLS, or this machine: nothing in between can read or change the traffic. */
function isTrustworthy(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(url)
}

export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
