import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { Access } from './access.ts'
import type { Database } from './db.ts'
import type { Scope } from './transaction-settings.ts'
import type { FileAnswer, Implementation } from './endpoint.ts'
import { isUuid, newId } from './ids.ts'
import { recordAct } from './record-act.ts'
import { Refusal, refuse, refuseFields } from './refusal.ts'
import type { RowStreams } from './row-streams.ts'
import type { Answer, Call } from './call.ts'
import { runEndpoint, runForAnyone, type RunnerServices } from './runner.ts'
import { sql } from './sql.ts'

/**
 * The contents of a verified access token. Whether its session is still open is checked in the request's own
 * transaction.
 */
export type Claims = Access & { email: string; org_id: string }

/** The owner of an API key; its permissions are read in the request's own transaction. */
export type ApiKeyClaims = { id: string; org_id: string; name: string }

export type HttpServices = RunnerServices & {
  /**
   * Returns the owner of a bearer token that begins with `onh_`; throws a Refusal if it isn't one of our keys, or makes
   * too many requests.
   */
  verifyApiKey(token: string): Promise<ApiKeyClaims>
  rowStreams: RowStreams
  /** Verifies signature and claims of an access token; throws a Refusal if it isn't ours. */
  verifyAccessToken(token: string): Promise<Claims>
}

export const apiPrefix = '/api/v1'

const fileTypes = [
  'application/octet-stream',
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

/** Mounts every endpoint row at its address. */
export function mountEndpoints(
  app: FastifyInstance,
  services: HttpServices,
  implementations: readonly Implementation[],
): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  for (const implementation of implementations) {
    const { endpoint } = implementation
    if (endpoint.access === 'anyone') {
      mountForAnyone(app, services, implementation)
      continue
    }
    app.route({
      // Before the body is read: not for callers without a token, and not under overload, when most requests are
      // refused anyway.
      onRequest: async (request) => {
        const caller = await callerOf(services, request)
        if (implementation.grouped && services.groups?.isFull(implementation.grouped.kind, caller)) refuse('busy')
        callers.set(request, caller)
      },
      method: endpoint.method,
      url: addressOf(endpoint),
      bodyLimit: endpoint.bodyBytes ?? limits.requestBodyBytes,
      handler: async (request, reply) => {
        const caller = callers.get(request) ?? refuse('no_authorization')
        const call = endpoint.ofAccount ? { ...caller, org_id: caller.home_org_id, isNamed: false } : caller
        const idempotencyKey = headerText(request, 'idempotency-key')
        if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,200}$/.test(idempotencyKey)) {
          refuseFields({ 'Idempotency-Key': 'Use 1 to 200 visible ASCII characters' })
        }
        const input = inputOf(implementation, request)
        const answer = await runWhereAtHome(services, implementation, { ...call, input, idempotencyKey })
        reply.header('onhand-role', answer.role)
        return endpoint.answers === 'file'
          ? sendFile(reply, services, { ...call, locations: answer.location_ids ?? 'all' }, answer.body as FileAnswer)
          : sendJson(reply, answer)
      },
    })
  }
}

/**
 * Runs an endpoint. A request that names no organization uses the one in its token; if the person has left that one
 * since, the one they start with now. Not for commands of an organization: nothing is written to an organization that
 * the caller didn't name.
 */
async function runWhereAtHome(services: HttpServices, implementation: Implementation, call: Caller & Call) {
  const { kind, ofAccount } = implementation.endpoint
  try {
    return await runEndpoint(services, implementation, call)
  } catch (error) {
    const isGone =
      error instanceof Refusal &&
      error.code === 'not_found' &&
      !call.isNamed &&
      !call.isKey &&
      (kind === 'query' || ofAccount)
    const home = isGone ? await homeOf(services.db, call.user_id) : null
    if (home === null || home === call.org_id) throw error
    return runEndpoint(services, implementation, { ...call, org_id: home })
  }
}

async function homeOf(db: Database, user_id: string): Promise<string | null> {
  const found = await db.transaction(
    null,
    (tx) => tx.maybe(sql<{ own_org_id: string }>`select own_org_id from auth.users where id = ${user_id}`),
    { readOnly: true },
  )
  return found?.own_org_id ?? null
}

function mountForAnyone(app: FastifyInstance, services: HttpServices, implementation: Implementation): void {
  const { endpoint } = implementation
  app.route({
    method: endpoint.method,
    url: addressOf(endpoint),
    bodyLimit: endpoint.bodyBytes ?? limits.requestBodyBytes,
    handler: async (request, reply) =>
      sendJson(reply, await runForAnyone(services, implementation, inputOf(implementation, request))),
  })
}

export type Caller = Awaited<ReturnType<typeof callerOf>>

const apiKeyPrefix = 'onh_'

/** A key's id is used in place of a user's, in every stamp and audit row; its name in place of an email address. */
function claimsOfKey({ id, org_id, name }: ApiKeyClaims): Claims {
  return { user_id: id, session_id: id, aal: 'aal1', email: name, org_id }
}

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
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) refuse('no_authorization')
  const claims = token.startsWith(apiKeyPrefix)
    ? { ...claimsOfKey(await services.verifyApiKey(token).catch(logRefusedKey(request))), isKey: true }
    : { ...(await services.verifyAccessToken(token)), isKey: false }
  // In one spelling: listeners, waiters and recipients are found by this text.
  const named = headerText(request, 'onhand-organization')?.toLowerCase()
  const org_id = named ?? claims.org_id
  // A key opens one organization.
  if (claims.isKey && org_id !== claims.org_id) refuse('not_found')
  if (!isUuid(org_id)) refuse('not_found')
  return { ...claims, org_id, home_org_id: claims.org_id, isNamed: named !== undefined, request_id: request.id }
}

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/**
 * One flat object: path parameters, and the query string (GET, files) or the JSON body. A body can't contradict its
 * path.
 */
function inputOf({ endpoint }: Implementation, request: FastifyRequest): unknown {
  const params = request.params as Record<string, string>
  const query = request.query as Record<string, unknown>
  if (endpoint.body === 'bytes') {
    if (!Buffer.isBuffer(request.body)) refuse('unsupported_media_type')
    return { ...query, ...params, file: request.body }
  }
  if (endpoint.method === 'GET') return { ...query, ...params }
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body) || Buffer.isBuffer(body))
    refuseFields({ '': 'Send a JSON object' })
  for (const [name, value] of Object.entries(params)) {
    const inBody = (body as Record<string, unknown>)[name]
    if (inBody !== undefined && inBody !== value) refuseFields({ [name]: 'Doesn’t match the value in the URL' })
  }
  return { ...query, ...body, ...params }
}

function sendJson(reply: FastifyReply, { status, body, json }: Answer): FastifyReply {
  reply.code(status)
  return json === undefined ? reply.send(body) : reply.type('application/json; charset=utf-8').send(json)
}

/**
 * The endpoint itself checked access; a file generated while it is sent starts with its first bytes in hand. Every
 * export is recorded.
 */
async function sendFile(
  reply: FastifyReply,
  { db, rowStreams }: HttpServices,
  scope: Scope,
  file: FileAnswer,
): Promise<FastifyReply> {
  const name = file.file_name.replaceAll(/[^\w.-]/g, '_')
  const { org_id, user_id, locations } = scope
  const narrow = { org_id, user_id, locations }
  const body = await bodyOf(file, rowStreams, narrow)
  const { recorded_as } = file
  if (recorded_as) {
    try {
      await db.transaction(narrow, (tx) => recordAct(tx, narrow, { ...recorded_as, action: 'EXPORT' }))
    } catch (error) {
      if (!Buffer.isBuffer(body)) body.destroy()
      throw error
    }
  }
  return reply
    .header('content-type', file.content_type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(body)
}

function bodyOf({ body }: FileAnswer, rowStreams: HttpServices['rowStreams'], scope: Scope) {
  if (typeof body === 'function') return rowStreams.open(scope, body)
  return Buffer.isBuffer(body) ? body : body.make()
}

/** JSON bodies (empty ones are `{}`), and bytes for the endpoints that take a file, which detect its type. */
export function installBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    return parseJson(request, body as string, (error, value) => done(error ? new Refusal('bad_json') : null, value))
  })
  app.addContentTypeParser(fileTypes, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Request ids are ours, never the caller's: they are logged. */
export function requestId(): string {
  return newId()
}
