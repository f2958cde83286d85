import { addressOf, type Endpoint, fileTypes } from '../../contract/endpoint.ts'
import { errorStatus } from '../../contract/errors.ts'
import { keyPermissions } from '../../contract/permissions.ts'
import { commonFields, filterFields } from './common-fields.ts'
import type { DescribedSchemas, Json } from './described-schemas.ts'
import { errorExplanations } from './error-codes.ts'
import { examples } from './examples.ts'
import { introduction } from './introduction.ts'
import { tagOf, tags } from './tags.ts'

const errorBody: Json = {
  type: 'object',
  description: 'The body of every refusal.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorStatus), description: codeTable() },
        message: { type: 'string', description: 'For people. It may change at any time; programs use the code.' },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'For input that is wrong: a message by the path of the field, such as `lines.0.quantity`.',
        },
        details: { type: 'object', description: 'The numbers behind the refusal, by its code.' },
        request_id: { type: 'string', description: 'Also in the server’s log.' },
      },
    },
  },
}

const retryAfter: Json = {
  description: 'With 429, 503, 507 and `in_progress`: repeat the same request after so many seconds.',
  schema: { type: 'integer' },
}

/** Each code with its status and what to do. */
function codeTable(): string {
  const rows = Object.entries(errorExplanations).map(
    ([code, explanation]) => `| \`${code}\` | ${errorStatus[code as keyof typeof errorStatus]} | ${explanation} |`,
  )
  return ['| code | status | what it means |', '| --- | --- | --- |', ...rows].join('\n')
}

/** The OpenAPI 3.1 description of every endpoint, generated from the contract rows. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  schemas: Readonly<Record<string, DescribedSchemas>>,
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const described = schemas[endpoint.name]
    if (!described) throw new Error(`${endpoint.name} isn't exported by a file of the contract`)
    const path = addressOf(endpoint).replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, described) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Onhand', version: '1', description: introduction },
    // The address that the description was loaded from: this server has as many names as its users give it.
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key (`onh_…`, from Settings → API Keys), or the access token of a signed-in person.',
        },
      },
      schemas: { Error: errorBody },
    },
  }
}

function operation(endpoint: Endpoint, { input, output }: DescribedSchemas): Json {
  const asQuery = endpoint.method === 'GET' || endpoint.body === 'bytes'
  const properties = withDescriptions(input.properties ?? {}, asQuery ? filterFields : commonFields)
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  const required = (input.required ?? []).filter((name) => !inPath.includes(name))
  const [summary, ...more] = sentencesOf(endpoint.summary)
  return {
    operationId: endpoint.name,
    summary,
    description: [more.join(' '), rulesOf(endpoint, Object.keys(properties)).join(' ')].filter(Boolean).join('\n\n'),
    tags: [tagOf(endpoint)],
    ...(endpoint.access === 'anyone' ? { security: [] } : { 'x-permission': endpoint.permission }),
    parameters: [
      ...inPath.map((name) => parameter(endpoint, 'path', [name, properties[name] ?? {}], true)),
      ...(asQuery ? rest : [])
        .filter(([name]) => name !== 'file')
        .map((field) => parameter(endpoint, 'query', field, required.includes(field[0]))),
      ...headersOf(endpoint),
    ],
    ...requestBody(endpoint, asQuery, rest, required),
    responses: responses(endpoint, output),
  }
}

/** The sentences of a summary: the first one is the title of the operation. */
function sentencesOf(summary: string): string[] {
  return summary.split(/(?<=\.)\s+(?=[A-Z`])/).map((sentence) => sentence.replace(/\.?$/, '.'))
}

/** What follows from an endpoint's declaration. */
function rulesOf(endpoint: Endpoint, fields: readonly string[]): string[] {
  const { access, permission, kind, shownOnce = [] } = endpoint
  const isForKeys = keyPermissions.includes(permission as (typeof keyPermissions)[number])
  return [
    access === 'anyone' ? 'No sign-in is needed.' : `Permission: \`${permission}\`.`,
    access !== 'anyone' && !isForKeys && 'For people only: API keys can’t have it.',
    endpoint.wholeOrganization && 'Refused for members and keys that are limited to locations.',
    kind === 'command' && endpoint.status === 201 && fields.includes('id') && 'Send an `id` to repeat it safely.',
    fields.includes('version') && '409 `conflict` if the record has changed since `version`.',
    shownOnce.length > 0 && `\`${shownOnce.join('`, `')}\` is null when the request is repeated.`,
  ].filter((rule) => typeof rule === 'string')
}

function parameter(
  endpoint: Endpoint,
  where: 'path' | 'query',
  [name, field]: [string, Json],
  required: boolean,
): Json {
  const { description, ...schema } = field
  const example = examples.get(endpoint.name)?.[name]
  return {
    name,
    in: where,
    required,
    ...(description ? { description } : {}),
    ...(example === undefined ? {} : { example }),
    schema,
  }
}

function headersOf({ access, kind }: Endpoint): Json[] {
  if (access === 'anyone') return []
  const organization = {
    name: 'Onhand-Organization',
    in: 'header',
    description: 'For people who are in several organizations. A key works in one only.',
    schema: { type: 'string', format: 'uuid' },
  }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Repeating the request with the same key returns the first response and does nothing again.',
    schema: { type: 'string' },
  }
  return kind === 'command' ? [organization, key] : [organization]
}

type Descriptions = Readonly<Record<string, string>>

/** Adds descriptions by name where the contract has none, also to the fields of lists and objects. */
function withDescriptions(properties: Readonly<Record<string, Json>>, known: Descriptions): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const inner = withInnerFields(schema, known)
      const description = inner.description ?? known[name]
      return [name, description === undefined ? inner : { ...inner, description }]
    }),
  )
}

function withInnerFields(schema: Json, known: Descriptions): Json {
  const { properties, items } = schema as { properties?: Record<string, Json>; items?: Json }
  return {
    ...schema,
    ...(properties ? { properties: withDescriptions(properties, known) } : {}),
    ...(items ? { items: withInnerFields(items, known) } : {}),
  }
}

function requestBody(endpoint: Endpoint, asQuery: boolean, rest: [string, Json][], required: string[]): Json {
  if (endpoint.body === 'bytes') {
    return {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': {} },
        description: 'The bytes of the file. Its own content type works as well.',
      },
    }
  }
  if (asQuery || rest.length === 0) return {}
  const schema = { type: 'object', properties: Object.fromEntries(rest), required, additionalProperties: false }
  const input = examples.get(endpoint.name)
  const example = input && Object.fromEntries(rest.flatMap(([name]) => (name in input ? [[name, input[name]]] : [])))
  const content = { 'application/json': { schema, ...(example ? { example } : {}) } }
  return { requestBody: { required: required.length > 0, content } }
}

function responses(endpoint: Endpoint, output: Json): Json {
  const content = endpoint.downloads
    ? Object.fromEntries(endpoint.downloads.map((format) => [fileTypes[format], {}]))
    : { 'application/json': { schema: output } }
  const refusal = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }
  const descriptions = { 200: endpoint.statusOf ? 'Nothing was created.' : 'Done.', 201: 'Created.' }
  const statuses = endpoint.statusOf ? ([200, 201] as const) : [endpoint.status]
  return {
    ...Object.fromEntries(statuses.map((status) => [status, { description: descriptions[status], content }])),
    default: {
      description: 'Refused: nothing was changed. `error.code` says why.',
      headers: { 'Retry-After': retryAfter },
      ...refusal,
    },
  }
}
