import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { patienceSeconds, discover } from './discover.ts'
import { explained } from './explain-errors.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { type ProviderClaims, claimsOf } from './provider-claims.ts'
import { ProviderError } from './provider-error.ts'
import { isLoopback, type ProviderSettings } from './settings.ts'
import { requireParty, requireAccessToken } from './token-checks.ts'

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
        const userInfo = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        return claimsOf({ ...claims, ...userInfo, iss: claims.iss, sub: claims.sub })
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
