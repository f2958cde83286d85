import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withCookies } from './cookies.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { confirmInput, otpInput, readBody, recoverInput, resendInput } from './inputs.ts'
import type { Landing } from './landing.ts'
import { oneTimeSignIn } from './one-time-sign-in.ts'
import { recover } from './recover.ts'
import { callerOf, queryText } from './requests.ts'
import { resend } from './resend.ts'
import { confirm, followLink } from './verify.ts'

/** Emails with links and codes, and what their links open. */
export function addMailRoutes(scope: FastifyInstance, deps: IdentityDeps): void {
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
