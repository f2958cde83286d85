import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, IdentityDeps } from './deps.ts'
import { filePassCookie } from './file-pass.ts'
import { deviceCookie } from './device-cookie.ts'
import { isSecure, queryText } from './requests.ts'

/** A new access token comes with a new file pass and the cookie that identifies the browser at its next sign-in. */
export async function withCookies<A extends { access_token: string }>(
  { keys, config }: IdentityDeps,
  { device }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: A,
): Promise<A> {
  const secure = isSecure(config, request)
  reply.header('set-cookie', await filePassCookie(keys, answer.access_token, secure))
  // A refresh proves no more than the session it belongs to: only a sign-in makes a browser known.
  if (queryText(request, 'grant_type') !== 'refresh_token') reply.header('set-cookie', deviceCookie(device, secure))
  return answer
}
