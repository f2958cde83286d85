import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { isIncompleteRequest } from '../platform/http-errors.ts'
import { Refusal } from '../platform/refusal.ts'
import { refusalFromSql } from '../platform/sql-errors.ts'
import { IdentityRefusal } from './refusals.ts'

/** GoTrue's HTTP conventions: its JSON, its two error formats, its headers for browsers of other origins. */

export const identityPrefix = '/auth/v1'

const apiVersionHeader = 'x-supabase-api-version'
const apiVersion = '2024-01-01'

/** Installs all of it in one scope of the server. */
export function speakGoTrue(scope: FastifyInstance, corsOrigins: readonly string[]): void {
  installJsonParser(scope)
  installHeaders(scope, corsOrigins)
  installErrors(scope)
}

/**
 * JSON of at most 1 MB; an empty body counts as `{}` (auth-js sends a JSON content type with none). A body of another
 * content type, or of none, is refused, so that a form on another site can't post here without a preflight.
 */
function installJsonParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: limits.requestBodyBytes } as const
  scope.addContentTypeParser('*', options, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, {})
    const type = request.headers['content-type']
    if (type === undefined || !/^application\/json\s*(;|$)/i.test(type)) {
      return done(new IdentityRefusal('unsupported_media_type'))
    }
    try {
      done(null, parseJsonObject(body))
    } catch (error) {
      done(error as Error)
    }
  })
}

function parseJsonObject(body: Buffer): object {
  // Decoded anyway, every letter of another encoding would be the same: different passwords would match.
  if (!isUtf8(body)) throw new IdentityRefusal('bad_json', 'Could not parse request body as JSON: not UTF-8')
  let value: unknown
  try {
    // A `__proto__` key is data to JSON.parse and a trap for code that copies it; no client needs one.
    value = JSON.parse(body.toString(), (key, inner: unknown) => (key === '__proto__' ? undefined : inner))
  } catch {
    // JSON.parse quotes its input in the message, and that may contain a password.
    throw new IdentityRefusal('bad_json', 'Could not parse request body as JSON: invalid syntax')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new IdentityRefusal('bad_json', 'Could not parse request body as JSON: not an object')
  }
  return value
}

const requestHeaders = 'authorization, apikey, content-type, x-client-info, x-supabase-api-version'
const exposedHeaders = 'x-supabase-api-version, x-sb-error-code, x-total-count, link, retry-after'

/** Every response is private and never cached, names the API version, and is readable by the listed origins. */
function installHeaders(scope: FastifyInstance, corsOrigins: readonly string[]): void {
  const allowed = new Set(corsOrigins)
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (speaksNewVersion(request)) reply.header(apiVersionHeader, apiVersion)
    if (allowed.size === 0) return
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !(allowed.has(origin) || allowed.has('*'))) return
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposedHeaders)
  })
  scope.options('/*', async (_request, reply) => {
    if (reply.hasHeader('access-control-allow-origin')) {
      reply
        .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
        .header('access-control-allow-headers', requestHeaders)
        .header('access-control-max-age', '600')
    }
    return reply.code(204).send()
  })
}

function speaksNewVersion(request: FastifyRequest): boolean {
  const asked = request.headers[apiVersionHeader]
  // Dates in ISO form sort as texts.
  return typeof asked === 'string' && /^\d{4}-\d\d-\d\d$/.test(asked) && asked >= apiVersion
}

function installErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((raw: unknown, request, reply) => {
    const cutOff = isIncompleteRequest(request, raw)
    const refusal = cutOff ? new IdentityRefusal('bad_json') : asIdentityRefusal(raw)
    if (cutOff) request.log.info('a request was incomplete')
    else if (refusal.code === 'unexpected_failure') request.log.error({ err: raw }, 'unexpected error')
    else if (refusal.code === 'unavailable') request.log.warn({ err: raw }, 'the database can’t be used')
    return sendRefusal(request, reply, refusal)
  })
  scope.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new IdentityRefusal('not_found')))
}

function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: IdentityRefusal): FastifyReply {
  const { code, status, message } = refusal
  const { retry_after_seconds, status: _, oauth_error, ...extras } = refusal.extras
  const retryAfter = retry_after_seconds ?? (code === 'unavailable' ? 1 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.code(status)
  if (oauth_error !== undefined) return reply.send({ error: oauth_error, error_description: message })
  reply.header('x-sb-error-code', code)
  if (speaksNewVersion(request)) return reply.send({ code, message, ...extras })
  const errorId = status >= 500 ? { error_id: request.id } : {}
  return reply.send({ code: status, error_code: code, msg: message, ...errorId, ...extras })
}

function asIdentityRefusal(raw: unknown): IdentityRefusal {
  if (raw instanceof IdentityRefusal) return raw
  // Two requests took one address at the same moment.
  const { code, constraint } = raw as { code?: string; constraint?: string }
  if (code === '23505' && constraint === 'users_email_key') return new IdentityRefusal('email_exists')
  const error = refusalFromSql(raw)
  if (error instanceof Refusal && error.code === 'storage_full')
    return new IdentityRefusal('unavailable', error.message, { retry_after_seconds: 60 })
  // An outage, or a lock that wasn't free in time: never a 4xx, which would sign every browser out.
  if (error instanceof Refusal && error.status === 503) return new IdentityRefusal('unavailable')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new IdentityRefusal('request_entity_too_large')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') return new IdentityRefusal('bad_json')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new IdentityRefusal('unsupported_media_type')
  return new IdentityRefusal('unexpected_failure')
}
