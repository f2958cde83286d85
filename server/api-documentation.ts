import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Implementation } from './platform/endpoint.ts'
import { openApiDocument } from './platform/openapi.ts'
import { asyncApiDocument } from './webhooks/asyncapi.ts'

/** Serves the descriptions of the API and of the events, and a page to read the first one. */
export async function mountDocumentation(http: FastifyInstance, routes: readonly Implementation[]): Promise<void> {
  let made: object | undefined
  const endpoints = routes.map(({ endpoint }) => endpoint)
  const document = { toJSON: () => (made ??= openApiDocument(endpoints)) }
  http.get('/api/openapi.json', () => document)
  http.get('/api/asyncapi.json', () => asyncApiDocument())
  await http.register(swagger, { mode: 'static', specification: { document: document as never } })
  // With our icon and the policy of all other pages: its own (`staticCSP`) would ask browsers for https, which a server
  // in a shop may not offer.
  const logo = { type: 'image/svg+xml', content: readFileSync(join(import.meta.dirname, '../web/public/icon.svg')) }
  await http.register(swaggerUi, { routePrefix: '/api/docs', logo })
}
