import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import { whenOver } from './when-over.ts'

/** A person at the provider, as it describes them. */
export type ProviderPerson = { sub: string; email?: string; email_verified?: unknown } & JWTPayload

/** The provider's behavior from now on; honest by default. */
export type ProviderBehavior = {
  /** Changes the claims of the next ID tokens. */
  claims?: (claims: JWTPayload) => JWTPayload
  /** Signs with a key that it does not publish, or not at all. */
  signature?: 'own' | 'unpublished' | 'none' | 'hmac'
  /** What it publishes about itself. */
  metadata?: Record<string, unknown>
  /** An endpoint that never responds. */
  silent?: string
  /** An endpoint that responds with a redirect to this address. */
  redirect?: { path: string; to: string }
  /** The parameters the browser returns with, instead of a code. */
  error?: string
  /** The callback without the parameter that names the issuer. */
  withoutIssuer?: boolean
  /** The email address only on request, at the userinfo endpoint. */
  emailInUserInfo?: boolean
}

/** An OpenID provider on this machine: real HTTP, real keys, PKCE and client authentication checked. */
export type OpenIdProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who is signed in there. */
  person: ProviderPerson
  conduct: ProviderBehavior
  /** Paths of the requests it got, in their order. */
  readonly asked: string[]
  /** The parameters that the browser is redirected with, as query or as a form. */
  answerTo(url: string): Promise<URL>
  /** An ID token as a mobile app gets one. */
  idToken(claims?: JWTPayload): Promise<string>
}

type Grant = { claims: JWTPayload; challenge: string; redirect_uri: string }

const kid = 'key-1'

export async function openIdProvider(clientId = 'onhand'): Promise<OpenIdProvider> {
  const published = await generateKeyPair('RS256', { extractable: true })
  const unpublished = await generateKeyPair('RS256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(published.publicKey)), kid, alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  const clientSecret = randomBytes(12).toString('hex')
  const provider = {
    person: { sub: randomBytes(6).toString('hex') } as ProviderPerson,
    conduct: {} as ProviderBehavior,
    asked: [] as string[],
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://provider')
    provider.asked.push(pathname)
    if (provider.conduct.silent === pathname) return
    if (provider.conduct.redirect?.path === pathname)
      return void response.writeHead(302, { location: provider.conduct.redirect.to }).end()
    answer(pathname, request, response).catch((error: unknown) => send(response, 500, { error: String(error) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenOver(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (path) {
      case '/.well-known/openid-configuration':
        return send(response, 200, metadata())
      case '/keys':
        return send(response, 200, { keys: [jwk] })
      case '/authorize':
        return void response.writeHead(302, { location: wayBack(new URL(request.url ?? '', issuer)).href }).end()
      case '/token':
        return token(request, response)
      case '/userinfo':
        return send(response, 200, provider.person)
      default:
        return send(response, 404, { error: 'not_found' })
    }
  }

  function metadata() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: provider.conduct.withoutIssuer !== true,
      ...provider.conduct.metadata,
    }
  }

  function wayBack({ searchParams: asked }: URL): URL {
    const redirect_uri = asked.get('redirect_uri') ?? ''
    const back = new URL(redirect_uri)
    back.searchParams.set('state', asked.get('state') ?? '')
    if (!provider.conduct.withoutIssuer) back.searchParams.set('iss', issuer)
    if (provider.conduct.error !== undefined) {
      back.searchParams.set('error', provider.conduct.error)
      return back
    }
    const code = randomBytes(12).toString('hex')
    const { email, ...others } = provider.person
    const shown = provider.conduct.emailInUserInfo ? others : { ...others, ...(email !== undefined && { email }) }
    const claims = { ...shown, nonce: asked.get('nonce') ?? undefined }
    grants.set(code, { claims, challenge: asked.get('code_challenge') ?? '', redirect_uri })
    back.searchParams.set('code', code)
    return back
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    if (request.headers.authorization !== basic) return send(response, 401, { error: 'invalid_client' })
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== challenge || grant.redirect_uri !== form.get('redirect_uri'))
      return send(response, 400, { error: 'invalid_grant' })
    const id_token = await sign(grant.claims)
    send(response, 200, {
      access_token: randomBytes(12).toString('hex'),
      token_type: 'Bearer',
      expires_in: 60,
      id_token,
    })
  }

  async function sign(own: JWTPayload): Promise<string> {
    const now = Math.floor(Date.now() / 1_000)
    const honest = { iss: issuer, aud: clientId, iat: now, exp: now + 300, ...own }
    const claims = provider.conduct.claims?.(honest) ?? honest
    const { signature = 'own' } = provider.conduct
    if (signature === 'none') return new UnsecuredJWT(claims).encode()
    const key: CryptoKey = signature === 'unpublished' ? unpublished.privateKey : published.privateKey
    if (signature === 'hmac')
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(JSON.stringify(jwk)))
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
  }

  return Object.assign(provider, {
    issuer,
    clientId,
    clientSecret,
    async answerTo(url: string) {
      const answered = await fetch(url, { redirect: 'manual' })
      return new URL(answered.headers.get('location') ?? '')
    },
    idToken: (claims: JWTPayload = {}) => sign({ ...provider.person, ...claims }),
  })
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The server's environment settings for this provider. */
export function providerEnvironment(
  name: string,
  { issuer, clientId, clientSecret }: OpenIdProvider,
): Record<string, string> {
  const prefix = `AUTH_PROVIDER_${name.toUpperCase()}`
  return { [`${prefix}_ISSUER`]: issuer, [`${prefix}_CLIENT_ID`]: clientId, [`${prefix}_CLIENT_SECRET`]: clientSecret }
}
