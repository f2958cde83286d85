import type { FastifyRequest } from 'fastify'
import { newToken } from '../platform/tokens.ts'
import type { IdentityConfig } from './config.ts'
import type { Caller } from './deps.ts'
import { peerOf } from './rate-limits.ts'
import { deviceOf } from './device-cookie.ts'
import { allowedRedirect, type RedirectRules } from './redirects.ts'

const userAgentCharactersMax = 300

/**
 * The origin of a request, as far as it can be trusted. `wanted`: the requested redirect, by default its `redirect_to`.
 */
export function callerOf(
  rules: RedirectRules,
  request: FastifyRequest,
  wanted = queryText(request, 'redirect_to'),
): Caller {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, userAgentCharactersMax)
  const redirect_to = allowedRedirect(rules, wanted, request.headers.referer)
  const device = deviceOf(request.headers.cookie) ?? newToken()
  return { peer: peerOf(request.ip), user_agent: userAgent, log: request.log, device, redirect_to }
}

/** The first value of a query parameter. */
export function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}

/** The first value of each query parameter. */
export function queryTexts(request: FastifyRequest): Record<string, string> {
  const names = Object.keys(request.query as Record<string, unknown>)
  return Object.fromEntries(names.map((name) => [name, queryText(request, name) ?? '']))
}

/** Over TLS, as far as we or a trusted proxy know; always, if that is the address browsers use. */
export function isSecure({ siteUrl }: Pick<IdentityConfig, 'siteUrl'>, request: FastifyRequest): boolean {
  return request.protocol === 'https' || siteUrl.startsWith('https:')
}
