import type { FastifyInstance } from 'fastify'
import type { Database } from './platform/db.ts'
import type { Secrets } from './platform/secrets.ts'
import { addAdminRoutes } from './identity/admin/routes.ts'
import { changeUser, readBearer } from './identity/change-user.ts'
import type { IdentityConfig } from './identity/config.ts'
import type { IdentityDeps } from './identity/deps.ts'
import { changeUserInput, proveIdentityInput, readBody } from './identity/inputs.ts'
import { addFactorRoutes } from './identity/factors/routes.ts'
import { addMailRoutes } from './identity/mail-routes.ts'
import { addOffRoutes } from './identity/off-routes.ts'
import { createPasswords, type Passwords } from './identity/passwords.ts'
import { addProviderRoutes } from './identity/provider-routes.ts'
import { proveIdentity } from './identity/prove-identity.ts'
import { reauthenticate } from './identity/reauthenticate.ts'
import { callerOf } from './identity/requests.ts'
import { addSessionRoutes } from './identity/session-routes.ts'
import { settingsAnswer } from './identity/settings-answer.ts'
import type { SigningKeys } from './identity/signing-keys.ts'
import { identityPrefix, speakGoTrue } from './identity/transport.ts'
import { addPasskeyRoutes } from './identity/webauthn/routes.ts'

export type IdentityServices = {
  db: Database
  config: IdentityConfig
  keys: SigningKeys
  secrets: Secrets
  mails: IdentityDeps['mails']
  clock?: () => Date
  passwords?: Passwords
}

/**
 * Mounts the identity endpoints below `/auth/v1`, compatible with the published GoTrue server. Peer addresses are
 * Fastify's `request.ip`: the socket's, unless the server trusts a proxy by its address.
 */
export async function registerIdentity(app: FastifyInstance, services: IdentityServices): Promise<void> {
  const deps: IdentityDeps = {
    passwords: createPasswords(),
    clock: () => new Date(),
    providers: await providersOf(services.config),
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

/** Without any provider, the library that speaks to them stays unloaded. */
async function providersOf({ providers }: IdentityConfig): Promise<IdentityDeps['providers']> {
  return providers.length === 0
    ? new Map()
    : (await import('./identity/providers/provider.ts')).createProviders(providers)
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
  scope.post('/reauthenticate', (request) => {
    const input = readBody(proveIdentityInput, request.body)
    return proveIdentity(deps, callerOf(config, request), request.headers.authorization, input)
  })
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
