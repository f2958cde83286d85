import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withCookies } from './cookies.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { exchangeCode } from './exchange-code.ts'
import { grantForIdToken } from './id-token-grant.ts'
import {
  idTokenGrantInput,
  passwordGrantInput,
  pkceGrantInput,
  readBody,
  refreshGrantInput,
  signUpInput,
  verifyInput,
} from './inputs.ts'
import { noFilePassCookie } from './file-pass.ts'
import { refreshSession } from './refresh-session.ts'
import { refuseIdentity } from './refusals.ts'
import { callerOf, isSecure, queryText } from './requests.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { verify } from './verify.ts'

/** Signing up, in and out. */
export function addSessionRoutes(scope: FastifyInstance, deps: IdentityDeps): void {
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
    // This browser stays signed in when only the others are signed out, and keeps the pass that shows its pictures.
    if (scopeOfSignOut !== 'others') reply.header('set-cookie', noFilePassCookie(isSecure(config, request)))
    return reply.code(204).send()
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
