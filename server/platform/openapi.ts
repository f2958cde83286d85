import { z } from 'zod'
import { errorStatus } from '../../contract/errors.ts'
import { addressOf, type Endpoint } from '../../contract/endpoint.ts'

type Json = Record<string, unknown>

const errorBody: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorStatus) },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        details: { type: 'object' },
        request_id: { type: 'string' },
      },
    },
  },
}

/** The OpenAPI 3.1 description of every endpoint, generated from the contract rows. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = addressOf(endpoint).replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Onhand',
      version: '1',
      description: 'Inventory and order management. Quantities and amounts are JSON numbers with at most 15 digits.',
    },
    // The address that the description was loaded from: this server has as many names as its users give it.
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: errorBody },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const rest = Object.entries(schema.properties ?? {}).filter(([name]) => !inPath.includes(name))
  const asQuery = endpoint.method === 'GET' || endpoint.body === 'bytes'
  const required = (schema.required ?? []).filter((name) => !inPath.includes(name))
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    ...(endpoint.access === 'anyone' ? { security: [] } : { 'x-permission': endpoint.permission }),
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: schema.properties?.[name] ?? {} })),
      ...(asQuery ? rest : [])
        .filter(([name]) => name !== 'file')
        .map(([name, value]) => ({ name, in: 'query', required: required.includes(name), schema: value })),
      { name: 'Onhand-Organization', in: 'header', schema: { type: 'string', format: 'uuid' } },
      ...(endpoint.kind === 'command' ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }] : []),
    ],
    ...requestBody(endpoint, asQuery, rest, required),
    responses: responses(endpoint),
  }
}

function requestBody(endpoint: Endpoint, asQuery: boolean, rest: [string, Json][], required: string[]): Json {
  if (endpoint.body === 'bytes') {
    return { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
  }
  if (asQuery || rest.length === 0) return {}
  const schema = { type: 'object', properties: Object.fromEntries(rest), required, additionalProperties: false }
  return { requestBody: { required: required.length > 0, content: { 'application/json': { schema } } } }
}

function responses(endpoint: Endpoint): Json {
  const content =
    endpoint.answers === 'file'
      ? { 'application/octet-stream': {} }
      : { 'application/json': { schema: z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any' }) } }
  const refusal = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }
  return { [endpoint.status]: { description: 'Done', content }, default: { description: 'Rejected', ...refusal } }
}
