import type { FastifyInstance } from 'fastify'
import type { IdentityDeps } from '../deps.ts'
import { readBody, recoveryCodeInput, recoveryCodesInput } from '../inputs.ts'
import { callerOf } from '../requests.ts'
import { withCookies } from '../cookies.ts'
import { generateRecoveryCodes } from './generate-recovery-codes.ts'
import { recoveryCodesStatus } from './recovery-codes.ts'
import { regenerateRecoveryCodes } from './regenerate-recovery-codes.ts'
import { removeRecoveryCodes } from './remove-recovery-codes.ts'
import { verifyRecoveryCode } from './verify-recovery-code.ts'

/** Recovery codes (`mfa.recoveryCodes.*`). */
export function addRecoveryCodeRoutes(scope: FastifyInstance, deps: IdentityDeps): void {
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
