import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../platform/db.ts'
import type { Secrets } from '../platform/secrets.ts'
import { addAdminRoutes } from './admin/routes.ts'
import { startLink, startSignIn } from './authorize.ts'
import { changeUser, readBearer } from './change-user.ts'
import type { IdentityConfig } from './config.ts'
import { withCookies } from './cookies.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { exchangeCode } from './exchange-code.ts'
import { finishFlow } from './finish-flow.ts'
import { flowBrowserOf, flowCookie, newFlowBrowser } from './flow-cookies.ts'
import { grantForIdToken } from './id-token-grant.ts'
import {
  changeUserInput,
  confirmInput,
  idTokenGrantInput,
  otpInput,
  passwordGrantInput,
  pkceGrantInput,
  readBody,
  recoverInput,
  refreshGrantInput,
  resendInput,
  signUpInput,
  verifyInput,
} from './inputs.ts'
import { addFactorRoutes } from './factors/routes.ts'
import { filePassCookie, noFilePassCookie } from './file-pass.ts'
import type { Landing } from './landing.ts'
import { addOffRoutes } from './off-routes.ts'
import { oneTimeSignIn } from './one-time-sign-in.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createProviders } from './providers/provider.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { refreshSession } from './refresh-session.ts'
import { refuseIdentity } from './refusals.ts'
import { callerOf, isSecure, queryText, queryTexts } from './requests.ts'
import { resend } from './resend.ts'
import { settingsAnswer } from './settings-answer.ts'
import type { SigningKeys } from './signing-keys.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { speakGoTrue } from './transport.ts'
import { unlinkIdentity } from './unlink-identity.ts'
import { confirm, followLink, verify } from './verify.ts'
import { addPasskeyRoutes } from './webauthn/routes.ts'

export type IdentityServices = {
  db: Database
  config: IdentityConfig
  keys: SigningKeys
  secrets: Secrets
  mails: IdentityDeps['mails']
  clock?: () => Date
  passwords?: Passwords
}

export const identityPrefix = '/auth/v1'

/**
 * Mounts the identity endpoints below `/auth/v1`, compatible with the published GoTrue server. Peer addresses are
 * Fastify's `request.ip`: the socket's, unless the server trusts a proxy by its address.
 */
export async function registerIdentity(app: FastifyInstance, services: IdentityServices): Promise<void> {
  const deps: IdentityDeps = {
    passwords: createPasswords(),
    clock: () => new Date(),
    providers: createProviders(services.config.providers),
    ...services,
  }
  await app.register(
    async (scope) => {
      speakGoTrue(scope, deps.config.corsOrigins)
      addSessionRoutes(scope, deps)
      addUserRoutes(scope, deps)
      addFactorRoutes(scope, deps)
      addPasskeyRoutes(scope, deps)
      addMailRoutes(scope, deps)
      await addProviderRoutes(scope, deps)
      addPublicRoutes(scope, deps)
      addAdminRoutes(scope, deps)
      addOffRoutes(scope)
    },
    { prefix: identityPrefix },
  )
}

function addSessionRoutes(scope: FastifyInstance, deps: IdentityDeps): void {
  const { config } = deps
  scope.post('/signup', async (request, reply) => {
    const caller = callerOf(config, request)
    const answer = await signUp(deps, caller, readBody(signUpInput, request.body))
    return 'access_token' in answer ? withCookies(deps, caller, request, reply, answer) : answer
  })
  scope.post('/token', async (request, reply) => {
    const caller = callerOf(config, request)
    return withCookies(deps, caller, request, reply, await grantToken(deps, caller, request))
  })
  scope.post('/verify', async (request, reply) => {
    const caller = callerOf(config, request)
    const answer = await verify(deps, caller, readBody(verifyInput, request.body))
    return 'access_token' in answer ? withCookies(deps, caller, request, reply, answer) : answer
  })
  scope.post('/logout', async (request, reply) => {
    const scopeOfSignOut = queryText(request, 'scope') ?? 'global'
    await signOut(deps, callerOf(config, request), request.headers.authorization, scopeOfSignOut)
    return reply
      .header('set-cookie', noFilePassCookie(isSecure(request)))
      .code(204)
      .send()
  })
}

function addUserRoutes(scope: FastifyInstance, deps: IdentityDeps): void {
  const { config } = deps
  scope.get('/user', (request) => readBearer(deps, request.headers.authorization))
  scope.put('/user', (request) => {
    const input = readBody(changeUserInput, request.body)
    return changeUser(deps, callerOf(config, request), request.headers.authorization, input)
  })
  scope.get('/reauthenticate', { exposeHeadRoute: false }, (request) =>
    reauthenticate(deps, callerOf(config, request), request.headers.authorization),
  )
}

function addMailRoutes(scope: FastifyInstance, deps: IdentityDeps): void {
  const { config } = deps
  scope.post('/recover', (request) => recover(deps, callerOf(config, request), readBody(recoverInput, request.body)))
  scope.post('/resend', (request) => resend(deps, callerOf(config, request), readBody(resendInput, request.body)))
  for (const path of ['/otp', '/magiclink'])
    scope.post(path, (request) => oneTimeSignIn(deps, callerOf(config, request), readBody(otpInput, request.body)))
  // A HEAD request, sent by programs that check links, uses up nothing.
  scope.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const caller = callerOf(config, request)
    const [token, type] = [queryText(request, 'token') ?? '', queryText(request, 'type') ?? '']
    const { address } = await landed(deps, caller, request, reply, await followLink(deps, caller, token, type))
    return reply.code(303).header('location', address).send()
  })
  scope.post('/confirm', async (request, reply) => {
    const input = readBody(confirmInput, request.body)
    const caller = callerOf(config, request, input.redirect_to)
    const { address } = await landed(deps, caller, request, reply, await confirm(deps, caller, input))
    return { redirect_to: address }
  })
}

/** Signing in with a provider. A HEAD request, sent by programs that check links, starts nothing. */
async function addProviderRoutes(scope: FastifyInstance, deps: IdentityDeps): Promise<void> {
  const { config } = deps
  const quietly = { exposeHeadRoute: false }
  scope.get('/authorize', quietly, async (request, reply) => {
    const browser = keptBrowser(request, reply)
    const address = await startSignIn(deps, callerOf(config, request), browser, queryTexts(request))
    return reply.code(302).header('location', address).send()
  })
  scope.get('/user/identities/authorize', quietly, async (request, reply) => {
    const browser = keptBrowser(request, reply)
    const query = queryTexts(request)
    const url = await startLink(deps, callerOf(config, request), request.headers.authorization, browser, query)
    return query['skip_http_redirect'] === 'true' ? { url } : reply.code(302).header('location', url).send()
  })
  scope.delete('/user/identities/:identity_id', (request) => {
    const { identity_id = '' } = request.params as Record<string, string>
    return unlinkIdentity(deps, callerOf(config, request), request.headers.authorization, identity_id)
  })
  scope.get('/callback', quietly, async (request, reply) => {
    const browser = flowBrowserOf(request.headers.cookie, isSecure(request))
    const answer = new URLSearchParams(providerAnswer(queryTexts(request)))
    const { address, session } = await finishFlow(deps, callerOf(config, request), browser, answer)
    if (session) reply.header('set-cookie', await filePassCookie(deps.keys, session.access_token, isSecure(request)))
    return reply.code(302).header('location', address).send()
  })
  await scope.register(async (inner) => {
    inner.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64_000 },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    // A form posted by another site comes without our cookie; the browser sends it when it follows the redirect.
    inner.post('/callback', async (request, reply) => {
      const answer = new URLSearchParams(providerAnswer(request.body as Record<string, string>))
      return reply.code(303).header('location', `${identityPrefix}/callback?${answer}`).send()
    })
  })
}

/** The parameters of an authorization response (RFC 6749, 4.1.2; RFC 9207), and nothing else from the address. */
function providerAnswer(values: Record<string, string>): Record<string, string> {
  const names = ['code', 'state', 'iss', 'error', 'error_description']
  return Object.fromEntries(names.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : [])))
}

/** The browser that starts a trip to a provider; its cookie is sent with the response. */
function keptBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const secure = isSecure(request)
  const browser = flowBrowserOf(request.headers.cookie, secure) ?? newFlowBrowser()
  reply.header('set-cookie', flowCookie(browser, secure))
  return browser
}

/** A link that signs in also sets the session's cookies. */
async function landed(
  deps: IdentityDeps,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  landing: Landing,
): Promise<Landing> {
  if (landing.session) await withCookies(deps, caller, request, reply, landing.session)
  return landing
}

function addPublicRoutes(scope: FastifyInstance, { config, keys, mails }: IdentityDeps): void {
  scope.get('/settings', async () => settingsAnswer(config, mails !== null))
  scope.get('/health', async () => ({
    version: 'onhand',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  }))
  scope.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return keys.jwks
  })
}

/** The grants of POST /token; unsupported ones are refused by name. */
async function grantToken(deps: IdentityDeps, caller: Caller, request: FastifyRequest) {
  switch (queryText(request, 'grant_type')) {
    case 'password':
      return signIn(deps, caller, readBody(passwordGrantInput, request.body))
    case 'refresh_token':
      return refreshSession(deps, caller, readBody(refreshGrantInput, request.body))
    case 'pkce':
      return exchangeCode(deps, caller, readBody(pkceGrantInput, request.body))
    case 'id_token':
      return grantForIdToken(deps, caller, request.headers.authorization, readBody(idTokenGrantInput, request.body))
    case 'web3':
      return refuseIdentity('web3_provider_disabled')
    default:
      return refuseIdentity('invalid_credentials', 'unsupported_grant_type')
  }
}
