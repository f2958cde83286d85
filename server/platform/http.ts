import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { type Caller, callerOf, headerText } from './caller.ts'
import type { Database } from './db.ts'
import type { FileAnswer, Implementation } from './endpoint.ts'
import type { HttpServices } from './http-services.ts'
import { newId } from './ids.ts'
import { inputOf } from './read-input.ts'
import { Refusal, refuse, refuseFields } from './refusal.ts'
import type { Call } from './call.ts'
import { runEndpoint, runForAnyone } from './runner.ts'
import { refuseOtherFormats, sendFile, sendJson } from './send-answer.ts'
import { sql } from './sql.ts'

export const apiPrefix = '/api/v1'

/** Created once: recording where each of thousands per second was thrown costs more than everything else about it. */
const tooBusy = new Refusal('busy')

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
        if (implementation.grouped && services.groups?.isFull(implementation.grouped.kind, caller)) throw tooBusy
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
        const answer = await runInValidOrganization(services, implementation, { ...call, input, idempotencyKey })
        reply.header('onhand-role', answer.role)
        if (!endpoint.downloads) return sendJson(reply, answer)
        const file = answer.body as FileAnswer
        refuseOtherFormats(endpoint, file)
        return sendFile(reply, services, { ...call, locations: answer.location_ids ?? 'all' }, file)
      },
    })
  }
}

/**
 * Runs an endpoint. A request that names no organization uses the one in its token; if the person has left that one,
 * their current default. Not for commands of an organization: nothing is written to an organization that the caller
 * didn't name.
 */
async function runInValidOrganization(services: HttpServices, implementation: Implementation, call: Caller & Call) {
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

/** Request ids are ours, never the caller's: they are logged. */
export function requestId(): string {
  return newId()
}
