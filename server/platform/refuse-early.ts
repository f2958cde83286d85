import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { addressOf } from '../../contract/endpoint.ts'
import { bearerTokenOf, namedOrganization } from './caller.ts'
import type { Grouped, Implementation } from './endpoint.ts'
import type { HttpServices } from './http-services.ts'
import { interceptRequests } from './intercept-requests.ts'
import { Refusal } from './refusal.ts'
import { securityHeaderList } from './security-headers.ts'

const busy = new Refusal('busy')
const body = Buffer.from(JSON.stringify(busy.body()))
const headers = [
  ...securityHeaderList,
  ['content-type', 'application/json; charset=utf-8'],
  ['content-length', String(body.length)],
  ['cache-control', 'no-store'],
  ['retry-after', '1'],
].flat()

const logEveryMs = 1_000

/**
 * Refuses commands that would wait too long for a group, before the router, its hooks and the log see them: with these,
 * a refusal takes as much of Node's time as an accepted command (docs/decisions/0010). The log counts the refusals once
 * a second, and `onRefused` is called for each. Only for callers who were verified before, and not while the server is
 * stopping.
 */
export function refuseEarly(
  http: FastifyInstance,
  services: Pick<HttpServices, 'groups' | 'rememberedClaims'>,
  implementations: readonly Implementation[],
  onRefused: () => void = () => {},
): void {
  const { groups } = services
  if (!groups) return
  const kinds = groupedByAddress(implementations)
  const count = countedInLog(http)
  let isStopping = false
  http.addHook('preClose', async () => void (isStopping = true))

  function isRefused({ method, url, headers: sent }: IncomingMessage): boolean {
    const kind = kinds.get(patternOf(method, url))
    const token = kind && bearerTokenOf(sent)
    const claims = token && services.rememberedClaims(token)
    if (!kind || !claims) return false
    return groups?.isFull(kind, { ...claims, org_id: namedOrganization(sent) ?? claims.org_id }) ?? false
  }

  interceptRequests(http, (request, response, proceed) => {
    if (isStopping || !groups.mayBeFull() || !isRefused(request)) {
      proceed()
      return
    }
    response.writeHead(busy.status, headers).end(body)
    count()
    onRefused()
  })
}

/** The grouped commands by method and address, with a colon for each parameter. */
function groupedByAddress(implementations: readonly Implementation[]): Map<string, Grouped> {
  return new Map(
    implementations.flatMap(({ endpoint, grouped }) =>
      grouped ? [[`${endpoint.method} ${addressOf(endpoint).replaceAll(/:\w+/g, ':')}`, grouped.kind] as const] : [],
    ),
  )
}

/** The same key for a request: all parameters of these addresses are ids. */
function patternOf(method = '', url = ''): string {
  return `${method} ${url.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, ':')}`
}

/** Logs how often the returned function was called, at most once a second. */
function countedInLog(http: FastifyInstance): () => void {
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (refused > 0) http.log.warn({ refused }, 'commands refused because the server was busy')
    refused = 0
  }
  http.addHook('onClose', async () => write())
  return () => {
    refused += 1
    timer ??= setTimeout(write, logEveryMs)
  }
}
