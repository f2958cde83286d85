import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../platform/db.ts'
import { changeUser, readUser } from './change-user.ts'
import type { IdentityConfig } from './config.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import {
  changeUserInput,
  passwordGrantInput,
  pkceGrantInput,
  readBody,
  refreshGrantInput,
  signUpInput,
} from './inputs.ts'
import { filePassCookie, noFilePassCookie } from './file-pass.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { peerOf } from './rate-limits.ts'
import { refreshSession } from './refresh-session.ts'
import { refuseIdentity } from './refusals.ts'
import type { SigningKeys } from './signing-keys.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { speakGoTrue } from './transport.ts'

export type IdentityServices = {
  db: Database
  config: IdentityConfig
  keys: SigningKeys
  clock?: () => Date
  passwords?: Passwords
}

export const identityPrefix = '/auth/v1'

/**
 * Mounts the identity endpoints below `/auth/v1`, as the published GoTrue server answers them. Peer addresses are Fastify's
 * `request.ip`: the socket's, unless the server trusts a proxy by its address.
 */
export async function registerIdentity(app: FastifyInstance, services: IdentityServices): Promise<void> {
  const deps = { passwords: createPasswords(), clock: () => new Date(), ...services }
  await app.register(
    async (scope) => {
      speakGoTrue(scope, deps.config.corsOrigins)
      addSessionRoutes(scope, deps)
      addPublicRoutes(scope, deps)
    },
    { prefix: identityPrefix },
  )
}

function addSessionRoutes(scope: FastifyInstance, deps: IdentityDeps): void {
  scope.post('/signup', async (request, reply) =>
    withFilePass(deps, request, reply, await signUp(deps, callerOf(request), readBody(signUpInput, request.body))),
  )
  scope.post('/token', async (request, reply) => withFilePass(deps, request, reply, await grantToken(deps, request)))
  scope.get('/user', (request) => readUser(deps, request.headers.authorization))
  scope.put('/user', (request) =>
    changeUser(deps, callerOf(request), request.headers.authorization, readBody(changeUserInput, request.body)),
  )
  scope.post('/logout', async (request, reply) => {
    const scopeOfSignOut = queryText(request, 'scope') ?? 'global'
    await signOut(deps, callerOf(request), request.headers.authorization, scopeOfSignOut)
    return reply
      .header('set-cookie', noFilePassCookie(isSecure(request)))
      .code(204)
      .send()
  })
}

/** Every new access token brings a new file pass with it. */
async function withFilePass<A extends { access_token: string }>(
  { keys }: IdentityDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: A,
): Promise<A> {
  reply.header('set-cookie', await filePassCookie(keys, answer.access_token, isSecure(request)))
  return answer
}

/** Over TLS, as far as we or a trusted proxy can tell. */
function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https'
}

function addPublicRoutes(scope: FastifyInstance, { config, keys }: IdentityDeps): void {
  scope.get('/settings', async () => settingsAnswer(config))
  scope.get('/health', async () => ({
    version: 'onhand',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  }))
  scope.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return keys.jwks
  })
  scope.post('/sso', async () => refuseIdentity('saml_provider_disabled'))
}

/** The grants of POST /token; those we have no provider for are refused by name. */
async function grantToken(deps: IdentityDeps, request: FastifyRequest) {
  switch (queryText(request, 'grant_type')) {
    case 'password':
      return signIn(deps, callerOf(request), readBody(passwordGrantInput, request.body))
    case 'refresh_token':
      return refreshSession(deps, callerOf(request), readBody(refreshGrantInput, request.body))
    case 'pkce': {
      const { auth_code, code_verifier } = readBody(pkceGrantInput, request.body)
      if (auth_code === '' || code_verifier === '') {
        refuseIdentity('validation_failed', 'invalid request: both auth code and code verifier should be non-empty')
      }
      return refuseIdentity('flow_state_not_found')
    }
    case 'id_token':
      return refuseIdentity('provider_disabled')
    case 'web3':
      return refuseIdentity('web3_provider_disabled')
    default:
      return refuseIdentity('invalid_credentials', 'unsupported_grant_type')
  }
}

function settingsAnswer(config: IdentityConfig) {
  return {
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: !config.signUpAllowed,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }
}

const userAgentCharactersMax = 300

function callerOf(request: FastifyRequest): Caller {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, userAgentCharactersMax)
  return { peer: peerOf(request.ip), user_agent: userAgent, log: request.log }
}

/** The first value of a query parameter. */
function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}
