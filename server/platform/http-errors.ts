import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/errors.ts'
import { Refusal } from './refusal.ts'
import { refusalFromSql } from './sql-errors.ts'

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/**
 * Every error leaves as a refusal; any other error is logged with the request's id and returns 500 without the reason.
 */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
}

/**
 * Answers errors that a route threw, and requests that the router itself refuses (a broken address, an endless
 * parameter).
 */
export function answerError(raw: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.send(refusalOf(raw, request, reply).body(request.id))
}

/**
 * Turns an error from a route into a refusal, logged if it is a fault, with its status and headers set. The caller
 * sends it in its own format.
 */
export function refusalOf(raw: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
  const error = isIncompleteRequest(request, raw) ? new Refusal('incomplete_request') : refusalFromSql(raw)
  const refusal = error instanceof Refusal ? error : frameworkRefusal(error)
  if (refusal.code === 'incomplete_request') request.log.info('a request was incomplete')
  else if (refusal.code === 'internal') request.log.error({ err: error }, 'unexpected error')
  else if (refusal.status === 507) request.log.warn({ err: raw }, 'a disk is full')
  // Not for overload, which refuses thousands of requests a second: the request's own line has the status.
  else if (refusal.status >= 500 && refusal.code !== 'busy')
    request.log.warn({ err: raw }, raw instanceof Refusal ? refusal.message : 'the database can’t be reached')
  setRefusalStatus(reply, refusal).header('cache-control', 'no-store')
  return refusal
}

/** Sets the status of a refusal, when the caller can try again, and how to identify itself. */
export function setRefusalStatus(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.status === 503 || refusal.code === 'in_progress') reply.header('retry-after', '1')
  const waitSeconds = refusal.details?.['retry_after_seconds']
  if (typeof waitSeconds === 'number') reply.header('retry-after', String(waitSeconds))
  if (refusal.status === 507) reply.header('retry-after', '60')
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(refusal.status)
}

/**
 * Whether the sender went away before the request was complete; the code is the one of a lost database (ECONNRESET).
 */
export function isIncompleteRequest(request: FastifyRequest, error: unknown): boolean {
  return request.raw.errored !== null && request.raw.errored === error
}

function frameworkRefusal(error: unknown): Refusal {
  const code = fastifyCodes[(error as { code?: string }).code ?? '']
  return new Refusal(code ?? 'internal')
}
