import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch as joseFetch, errors, jwtVerify, type JWTPayload } from 'jose'
import * as openid from 'openid-client'
import { guardedFetch } from './guarded-fetch.ts'
import { ProviderError } from './provider-error.ts'
import { isLoopback, type ProviderSettings } from './settings.ts'

/** A provider's verified information about a person: signed by its keys, for us, in response to this request. */
export type ProviderClaims = Readonly<{
  issuer: string
  subject: string
  /** As the provider writes it. */
  email: string
  /** Only if the provider states it in the token itself. */
  email_verified: boolean
  /** Names and pictures, for showing. */
  profile: Readonly<Record<string, string>>
}>

/** What only we and the browser know of one trip to a provider. */
export type TripSecrets = Readonly<{ state: string; nonce: string; verifier: string }>

export type Provider = Readonly<{
  settings: ProviderSettings
  /** The address for the browser, with our parameters over those in `more`. */
  authorizationUrl(callback: string, secrets: TripSecrets, scopes: string, more: Record<string, string>): Promise<URL>
  /** Exchanges the code of the provider's answer, at the provider itself. */
  exchange(answer: URL, secrets: TripSecrets): Promise<ProviderClaims>
  /** Verifies an ID token that a client got for itself; `nonce` is the one in the token. */
  readIdToken(token: string, access_token: string): Promise<{ claims: ProviderClaims; nonce: string }>
}>

export type Providers = ReadonlyMap<string, Provider>

/** How long an entire trip may take, and one document of the provider. */
const patienceSeconds = 10
/** How long a provider's published description is cached. */
const metadataMinutes = 60
const idTokenCharactersMax = 16_000

/** Signature algorithms that a published key can verify. Nothing unsigned, and nothing signed with a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

export function createProviders(all: readonly ProviderSettings[]): Providers {
  return new Map(all.map((settings) => [settings.name, createProvider(settings)]))
}

function createProvider(settings: ProviderSettings): Provider {
  const { issuer, clientIds, clientSecret, origins } = settings
  const fetchNow = () => {
    const deadline = AbortSignal.timeout(patienceSeconds * 1_000)
    return guardedFetch(origins, () => deadline)
  }
  const metadata = remembered(() => discover(settings, fetchNow()))
  let jwksCache: openid.ExportedJWKSCache | undefined

  /** One trip's client: its requests share one deadline. */
  async function client(): Promise<openid.Configuration> {
    const server = await metadata()
    const config = new openid.Configuration(server, clientIds[0], {}, clientAuthentication(clientSecret, server))
    config[openid.customFetch] = fetchNow() as openid.CustomFetch
    config.timeout = patienceSeconds
    if (isLoopback(new URL(issuer))) openid.allowInsecureRequests(config)
    // The ID token's own signature is verified, not only the connection it came over.
    openid.enableNonRepudiationChecks(config)
    if (jwksCache) openid.setJwksCache(config, jwksCache)
    return config
  }

  const keys = remembered(async () => {
    const { jwks_uri } = await metadata()
    if (!jwks_uri) throw new ProviderError('misconfigured', 'it publishes no keys')
    const fetchKeys = guardedFetch(origins, () => AbortSignal.timeout(patienceSeconds * 1_000))
    return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: patienceSeconds * 1_000, [joseFetch]: fetchKeys })
  })

  return {
    settings,
    authorizationUrl: (callback, { state, nonce, verifier }, scopes, more) =>
      explained(async () =>
        openid.buildAuthorizationUrl(await client(), {
          ...more,
          redirect_uri: callback,
          scope: scopes,
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(settings.responseMode === 'form_post' && { response_mode: 'form_post' }),
        }),
      ),
    exchange: (answer, { state, nonce, verifier }) =>
      explained(async () => {
        const config = await client()
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await openid.authorizationCodeGrant(config, answer, checks)
        jwksCache = openid.getJwksCache(config)
        const claims = tokens.claims()
        if (!claims) throw new ProviderError('refused', 'its answer has no ID token')
        if (claims['email'] !== undefined || !config.serverMetadata().userinfo_endpoint) return claimsOf(claims)
        const told = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        return claimsOf({ ...claims, ...told, iss: claims.iss, sub: claims.sub })
      }),
    readIdToken: (token, access_token) =>
      explained(async () => {
        if (token.length > idTokenCharactersMax) throw new ProviderError('refused', 'the ID token is too long')
        const { payload, protectedHeader } = await jwtVerify(token, await keys(), {
          issuer: (await metadata()).issuer,
          audience: [...clientIds],
          algorithms,
          clockTolerance: 30,
          requiredClaims: ['sub', 'exp', 'iat', 'aud'],
        })
        requireParty(payload, clientIds)
        if (access_token !== '') requireAccessToken(payload, protectedHeader.alg, access_token)
        const { nonce } = payload
        return { claims: claimsOf(payload), nonce: typeof nonce === 'string' ? nonce : '' }
      }),
  }
}

async function discover(
  { issuer, clientIds, origins }: ProviderSettings,
  fetchNow: ReturnType<typeof guardedFetch>,
): Promise<openid.ServerMetadata> {
  const config = await openid.discovery(new URL(issuer), clientIds[0], undefined, openid.None(), {
    timeout: patienceSeconds,
    [openid.customFetch]: fetchNow as openid.CustomFetch,
    ...(isLoopback(new URL(issuer)) && { execute: [openid.allowInsecureRequests] }),
  })
  // Without the methods that the library adds, which cannot be cloned.
  const published = Object.entries(config.serverMetadata()).filter(([, value]) => typeof value !== 'function')
  const metadata = Object.fromEntries(published) as openid.ServerMetadata
  const asked = [metadata.token_endpoint, metadata.jwks_uri, metadata.userinfo_endpoint]
  const foreign = asked.find((address) => address !== undefined && !origins.includes(new URL(address).origin))
  if (foreign !== undefined)
    throw new ProviderError(
      'misconfigured',
      `its endpoint at ${new URL(foreign).origin} is not on the list of its origins`,
    )
  return metadata
}

/**
 * Returns the value once it has loaded, cached for an hour; failures aren't cached. Simultaneous requests share one
 * attempt.
 */
function remembered<T>(make: () => Promise<T>): () => Promise<T> {
  let made: { value: Promise<T>; until: number } | undefined
  return () => {
    if (made && made.until > Date.now()) return made.value
    const value = make()
    const attempt = (made = { value, until: Date.now() + metadataMinutes * 60_000 })
    value.catch(() => {
      if (made === attempt) made = undefined
    })
    return value
  }
}

/** In the body if the provider accepts it there; the standard's default is the header. */
function clientAuthentication(secret: string | null, server: openid.ServerMetadata): openid.ClientAuth {
  if (secret === null) return openid.None()
  const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
  return inBody ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret)
}

/** A token for several clients must name one of ours as its recipient (OpenID Connect Core, 3.1.3.7). */
function requireParty({ aud, azp }: JWTPayload, clientIds: readonly string[]): void {
  const isForSeveral = Array.isArray(aud) && aud.length > 1
  if ((isForSeveral || azp !== undefined) && !clientIds.some((id) => id === azp))
    throw new ProviderError('refused', 'the ID token is for another client')
}

/** The token's hash of the access token, where it has one (OpenID Connect Core, 3.2.2.9). */
function requireAccessToken({ at_hash }: JWTPayload, algorithm: string, access_token: string): void {
  if (at_hash === undefined) return
  const bits = /(256|384|512)$/.exec(algorithm)?.[1] ?? '512'
  const hash = createHash(`sha${bits}`).update(access_token).digest()
  if (hash.subarray(0, hash.length / 2).toString('base64url') !== at_hash)
    throw new ProviderError('refused', 'the access token is not the one of the ID token')
}

const shownClaims = ['name', 'full_name', 'given_name', 'family_name', 'preferred_username', 'nickname']
const shownCharactersMax = 300

function claimsOf(payload: JWTPayload | openid.IDToken): ProviderClaims {
  const text = (name: string) => {
    const value = payload[name]
    return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value.slice(0, 2_000) : ''
  }
  const subject = text('sub')
  if (subject === '' || subject.length > 255) throw new ProviderError('refused', 'the ID token names no one')
  const shown = shownClaims.flatMap((name) => {
    const value = text(name).slice(0, shownCharactersMax)
    return value === '' ? [] : [[name, value] as const]
  })
  const picture = text('picture')
  const verified: unknown = payload['email_verified']
  return {
    issuer: text('iss'),
    subject,
    email: text('email'),
    // Some providers send it as text.
    email_verified: verified === true || verified === 'true',
    profile: { ...Object.fromEntries(shown), ...(/^https:\/\/\S{1,1000}$/.test(picture) && { picture }) },
  }
}

/** Maps errors of the libraries to their meaning; our own errors are passed on. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asProviderError(error)
  }
}

function asProviderError(error: unknown): unknown {
  const known = causes(error).find((one) => one instanceof ProviderError)
  if (known) return known
  if (error instanceof openid.AuthorizationResponseError) {
    const description = error.error_description ?? ''
    return new ProviderError('declined', `it answered ${error.error.slice(0, 100)}`, {
      error: error.error,
      description,
    })
  }
  const { code = '', message } = error as Error & { code?: string }
  const isLate = causes(error).some((one) => ['TimeoutError', 'AbortError'].includes((one as Error).name))
  if (isLate || error instanceof errors.JWKSTimeout || causes(error).some(isNetworkError))
    return new ProviderError('unreachable', `${code} ${message}`.trim())
  const isTheirs =
    error instanceof errors.JOSEError ||
    error instanceof openid.ClientError ||
    error instanceof openid.ResponseBodyError
  return isTheirs || error instanceof openid.WWWAuthenticateChallengeError
    ? new ProviderError('refused', `${code} ${message}`.trim())
    : error
}

function causes(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one: unknown = error; one instanceof Error && chain.length < 10; one = one.cause) chain.push(one)
  return chain
}

/** `fetch failed`: no connection, or one that broke. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message)
}
