import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../platform/db.ts'
import type { Secrets } from '../platform/secrets.ts'
import { addAdminRoutes } from './admin/routes.ts'
import { changeUser, readBearer } from './change-user.ts'
import type { IdentityConfig } from './config.ts'
import { withCookies } from './cookies.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { exchangeCode } from './exchange-code.ts'
import {
  changeUserInput,
  confirmInput,
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
import { noFilePassCookie } from './file-pass.ts'
import { addOffRoutes } from './off-routes.ts'
import { oneTimeSignIn } from './one-time-sign-in.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { refreshSession } from './refresh-session.ts'
import { refuseIdentity } from './refusals.ts'
import { callerOf, isSecure, queryText } from './requests.ts'
import { resend } from './resend.ts'
import { settingsAnswer } from './settings-answer.ts'
import type { SigningKeys } from './signing-keys.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { speakGoTrue } from './transport.ts'
import { confirm, followLink, verify, type Landing } from './verify.ts'

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
 * Mounts the identity endpoints below `/auth/v1`, as the published GoTrue server answers them. Peer addresses are Fastify's
 * `request.ip`: the socket's, unless the server trusts a proxy by its address.
 */
export async function registerIdentity(app: FastifyInstance, services: IdentityServices): Promise<void> {
  const deps: IdentityDeps = { passwords: createPasswords(), clock: () => new Date(), ...services }
  await app.register(
    async (scope) => {
      speakGoTrue(scope, deps.config.corsOrigins)
      addSessionRoutes(scope, deps)
      addUserRoutes(scope, deps)
      addFactorRoutes(scope, deps)
      addMailRoutes(scope, deps)
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
  // A HEAD request, as programs send that look at links, follows nothing.
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

/** A link that signs in brings the cookies of a session along. */
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

/** The grants of POST /token; those we have no provider for are refused by name. */
async function grantToken(deps: IdentityDeps, caller: Caller, request: FastifyRequest) {
  switch (queryText(request, 'grant_type')) {
    case 'password':
      return signIn(deps, caller, readBody(passwordGrantInput, request.body))
    case 'refresh_token':
      return refreshSession(deps, caller, readBody(refreshGrantInput, request.body))
    case 'pkce':
      return exchangeCode(deps, caller, readBody(pkceGrantInput, request.body))
    case 'id_token':
      return refuseIdentity('provider_disabled')
    case 'web3':
      return refuseIdentity('web3_provider_disabled')
    default:
      return refuseIdentity('invalid_credentials', 'unsupported_grant_type')
  }
}
