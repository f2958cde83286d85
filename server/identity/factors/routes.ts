import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IdentityDeps } from '../deps.ts'
import { enrollInput, readBody, recoveryCodeInput, recoveryCodesInput, verifyFactorInput } from '../inputs.ts'
import { callerOf } from '../requests.ts'
import { withCookies } from '../cookies.ts'
import { challengeFactor } from './challenge-factor.ts'
import { enrollFactor } from './enroll-factor.ts'
import {
  generateRecoveryCodes,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
} from './recovery-codes.ts'
import { unenrollFactor } from './remove-factor.ts'
import { verifyFactor } from './verify-factor.ts'
import { verifyRecoveryCode } from './verify-recovery-code.ts'

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

/** Recovery codes (`mfa.recoveryCodes.*`). */
function addRecoveryCodeRoutes(scope: FastifyInstance, deps: IdentityDeps): void {
  const { config } = deps
  const path = '/factors/recovery-codes'
  scope.get(path, { exposeHeadRoute: false }, (request) => recoveryCodesStatus(deps, request.headers.authorization))
  scope.post(path, (request) => {
    const input = readBody(recoveryCodesInput, request.body)
    return generateRecoveryCodes(deps, callerOf(config, request), request.headers.authorization, input)
  })
  scope.post(`${path}/regenerate`, (request) =>
    regenerateRecoveryCodes(deps, callerOf(config, request), request.headers.authorization),
  )
  scope.post(`${path}/verify`, async (request, reply) => {
    const caller = callerOf(config, request)
    const input = readBody(recoveryCodeInput, request.body)
    const answer = await verifyRecoveryCode(deps, caller, request.headers.authorization, input)
    return withCookies(deps, caller, request, reply, answer)
  })
  scope.delete(path, (request) => removeRecoveryCodes(deps, callerOf(config, request), request.headers.authorization))
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id
}
