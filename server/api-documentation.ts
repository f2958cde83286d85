import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { describedSchemas } from './api-reference/described-schemas.ts'
import { mountGuide } from './api-reference/guide.ts'
import { openApiDocument } from './api-reference/openapi.ts'
import type { Implementation } from './platform/endpoint.ts'
import { asyncApiDocument } from './webhooks/asyncapi.ts'

/** Serves the descriptions of the API and of the events, a page to read the first one, and the guide. */
export async function mountDocumentation(http: FastifyInstance, routes: readonly Implementation[]): Promise<void> {
  const endpoints = routes.map(({ endpoint }) => endpoint)
  let made: object = {}
  let making: Promise<void> | undefined
  const make = async () => {
    made = openApiDocument(endpoints, await describedSchemas())
  }
  /** Made for the first reader; after a failure, the next one tries again. */
  const ready = () =>
    (making ??= make().catch((error: unknown) => {
      making = undefined
      throw error
    }))
  http.get('/api/openapi.json', async () => {
    await ready()
    return made
  })
  http.get('/api/asyncapi.json', () => asyncApiDocument())
  mountGuide(http)
  await http.register(swagger, { mode: 'static', specification: { document: { toJSON: () => made } as never } })
  // With our icon and the policy of all other pages: its own (`staticCSP`) would ask browsers for https, which a server
  // in a shop may not offer.
  const logo = { type: 'image/svg+xml', content: readFileSync(join(import.meta.dirname, '../web/public/icon.svg')) }
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    logo,
    uiHooks: { preHandler: (_request, _reply, done) => void ready().then(() => done(), done) },
  })
}
