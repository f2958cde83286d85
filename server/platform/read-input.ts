import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Implementation } from './endpoint.ts'
import { Refusal, refuse, refuseFields } from './refusal.ts'

const fileTypes = [
  'application/octet-stream',
  'image/jpeg',
  'image/png',
  'image/webp',
  // Not a format of pictures here: the endpoint says which ones are.
  'image/gif',
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

/**
 * One flat object: path parameters, and the query string (GET, files) or the JSON body. A body can't contradict its
 * path.
 */
export function inputOf({ endpoint }: Implementation, request: FastifyRequest): unknown {
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

/** Decoded anyway, each letter of another encoding would be stored as “�”. */
const notUtf8 = 'The request body isn’t valid UTF-8. Encode it as UTF-8.'

/** JSON bodies (empty ones are `{}`), and bytes for the endpoints that take a file, which detect its type. */
export function installBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, {})
    if (!isUtf8(body)) return done(new Refusal('bad_json', notUtf8))
    return parseJson(request, body.toString(), (error, value) => done(error ? new Refusal('bad_json') : null, value))
  })
  app.addContentTypeParser(fileTypes, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
