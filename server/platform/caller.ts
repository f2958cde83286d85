import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Claims, ApiKeyClaims, HttpServices } from './http-services.ts'
import { isUuid } from './ids.ts'
import { Refusal, refuse } from './refusal.ts'

export type Caller = Awaited<ReturnType<typeof callerOf>>

const apiKeyPrefix = 'onh_'

/** A key's id is used in place of a user's, in every stamp and audit row; its name in place of an email address. */
function claimsOfKey({ id, org_id, name }: ApiKeyClaims): Claims {
  return { user_id: id, session_id: id, aal: 'aal1', email: name, org_id }
}

/** For a program that sends its key in another form. */
const unreadableToken =
  'Send the header “Authorization: Bearer”, followed by one space and the API key or access token.'

/** Logs that a key was refused, and never its text. */
function logRefusedKey(request: FastifyRequest): (error: unknown) => never {
  return (error) => {
    if (error instanceof Refusal)
      request.log.warn({ event: 'api_key_refused', code: error.code, ip: request.ip }, 'an API key was refused')
    throw error
  }
}

/** The caller, from the bearer token; and the organization that the request names, else the user's own. */
export async function callerOf(services: HttpServices, request: FastifyRequest) {
  const token = bearerTokenOf(request.headers)
  if (!token) refuse('no_authorization', undefined, request.headers.authorization ? unreadableToken : undefined)
  const claims = token.startsWith(apiKeyPrefix)
    ? { ...claimsOfKey(await services.verifyApiKey(token).catch(logRefusedKey(request))), isKey: true }
    : { ...(await services.verifyAccessToken(token)), isKey: false }
  const named = namedOrganization(request.headers)
  const org_id = named ?? claims.org_id
  // A key opens one organization.
  if (claims.isKey && org_id !== claims.org_id) refuse('not_found')
  if (!isUuid(org_id)) refuse('not_found')
  return { ...claims, org_id, home_org_id: claims.org_id, isNamed: named !== undefined, request_id: request.id }
}

export function bearerTokenOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization)?.[1]
}

/** The organization that a request names, in one spelling: listeners, waiters and recipients are found by this text. */
export function namedOrganization(headers: IncomingHttpHeaders): string | undefined {
  return headerText({ headers }, 'onhand-organization')?.toLowerCase()
}

/** A header as one text. */
export function headerText({ headers }: { headers: IncomingHttpHeaders }, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
