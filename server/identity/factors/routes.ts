import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IdentityDeps } from '../deps.ts'
import { enrollInput, readBody, verifyFactorInput } from '../inputs.ts'
import { callerOf } from '../requests.ts'
import { withCookies } from '../cookies.ts'
import { challengeFactor } from './challenge-factor.ts'
import { enrollFactor } from './enroll-factor.ts'
import { addRecoveryCodeRoutes } from './recovery-code-routes.ts'
import { unenrollFactor } from './remove-factor.ts'
import { verifyFactor } from './verify-factor.ts'

/** Second factors of the bearer, under the names in auth-js (`mfa.*`). */
export function addFactorRoutes(scope: FastifyInstance, deps: IdentityDeps): void {
  const { config } = deps
  scope.post('/factors', (request) =>
    enrollFactor(deps, callerOf(config, request), request.headers.authorization, readBody(enrollInput, request.body)),
  )
  addRecoveryCodeRoutes(scope, deps)
  scope.post('/factors/:id/challenge', (request) =>
    challengeFactor(deps, callerOf(config, request), request.headers.authorization, idOf(request)),
  )
  scope.post('/factors/:id/verify', async (request, reply) => {
    const caller = callerOf(config, request)
    const input = readBody(verifyFactorInput, request.body)
    const answer = await verifyFactor(deps, caller, request.headers.authorization, idOf(request), input)
    return withCookies(deps, caller, request, reply, answer)
  })
  scope.delete('/factors/:id', (request) =>
    unenrollFactor(deps, callerOf(config, request), request.headers.authorization, idOf(request)),
  )
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id
}
