import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf, type Endpoint } from '../../contract/endpoint.ts'
import { Refusal } from './refusal.ts'

/** The response to a request that no route takes. */
export type Unrouted = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' })

const nowhere = 'This address doesn’t exist. The API reference lists those that do.'

/** Refuses with the methods that the address has, or with not_found if it has none. */
export function refuseUnrouted(endpoints: readonly Endpoint[]): Unrouted {
  const addresses = endpoints.map((endpoint) => ({
    method: endpoint.method,
    pattern: new RegExp(`^${addressOf(endpoint).replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  return (request, reply) => {
    const [path = ''] = request.url.split('?')
    const methods = [...new Set(addresses.flatMap(({ method, pattern }) => (pattern.test(path) ? [method] : [])))]
    if (methods.length === 0) return reply.code(404).send(new Refusal('not_found', nowhere).body(request.id))
    const refusal = new Refusal(
      'method_not_allowed',
      `This address doesn’t have ${request.method}. Use ${alternatives.format(methods)}.`,
    )
    return reply.code(refusal.status).header('allow', methods.join(', ')).send(refusal.body(request.id))
  }
}
