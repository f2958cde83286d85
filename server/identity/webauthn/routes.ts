import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withCookies } from '../cookies.ts'
import type { IdentityDeps } from '../deps.ts'
import { passkeyInput, readBody, renamePasskeyInput } from '../inputs.ts'
import { callerOf } from '../requests.ts'
import { deletePasskey, listPasskeys, renamePasskey } from './manage-passkeys.ts'
import { finishPasskeyRegistration, startPasskeyRegistration } from './register-passkey.ts'
import { finishPasskeySignIn, startPasskeySignIn } from './sign-in-with-passkey.ts'

/** Passkeys, as auth-js calls them (`passkey.*`, `registerPasskey`, `signInWithPasskey`). */
export function addPasskeyRoutes(scope: FastifyInstance, deps: IdentityDeps): void {
  const { config } = deps
  scope.post('/passkeys/registration/options', (request) =>
    startPasskeyRegistration(deps, callerOf(config, request), request.headers.authorization),
  )
  scope.post('/passkeys/registration/verify', (request) => {
    const input = readBody(passkeyInput, request.body)
    return finishPasskeyRegistration(deps, callerOf(config, request), request.headers.authorization, input)
  })
  scope.post('/passkeys/authentication/options', (request) => startPasskeySignIn(deps, callerOf(config, request)))
  scope.post('/passkeys/authentication/verify', async (request, reply) => {
    const caller = callerOf(config, request)
    const answer = await finishPasskeySignIn(deps, caller, readBody(passkeyInput, request.body))
    return withCookies(deps, caller, request, reply, answer)
  })
  scope.get('/passkeys', { exposeHeadRoute: false }, (request) => listPasskeys(deps, request.headers.authorization))
  scope.patch('/passkeys/:id', (request) => {
    const input = readBody(renamePasskeyInput, request.body)
    return renamePasskey(deps, callerOf(config, request), request.headers.authorization, idOf(request), input)
  })
  scope.delete('/passkeys/:id', async (request, reply) => {
    await deletePasskey(deps, callerOf(config, request), request.headers.authorization, idOf(request))
    return reply.code(204).send()
  })
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id
}
