import type { FastifyReply } from 'fastify'
import { type Endpoint, fileTypes } from '../../contract/endpoint.ts'
import type { HttpServices } from './http-services.ts'
import type { Scope } from './transaction-settings.ts'
import type { FileAnswer } from './endpoint.ts'
import { recordAct } from './record-act.ts'
import type { Answer } from './call.ts'

/** Sends an answer as JSON. */
export function sendJson(reply: FastifyReply, { status, body, json }: Answer): FastifyReply {
  reply.code(status)
  return json === undefined ? reply.send(body) : reply.type('application/json; charset=utf-8').send(json)
}

/** Programs rely on the formats that the API description lists, so a file of another one is an error. */
export function refuseOtherFormats({ name, downloads = [] }: Endpoint, { content_type }: FileAnswer): void {
  const type = content_type.split(';')[0]
  if (!downloads.some((format) => fileTypes[format] === type))
    throw new Error(`${name} doesn't declare ${content_type}`)
}

/**
 * The endpoint itself checked access; a file generated while it is sent starts with its first bytes in hand. Every
 * export is recorded.
 */
export async function sendFile(
  reply: FastifyReply,
  { db, rowStreams }: HttpServices,
  scope: Scope,
  file: FileAnswer,
): Promise<FastifyReply> {
  const name = file.file_name.replaceAll(/[^\w.-]/g, '_')
  const { org_id, user_id, locations } = scope
  const narrow = { org_id, user_id, locations }
  const body = await bodyOf(file, rowStreams, narrow)
  const exports = [file.recorded_as ?? []].flat()
  if (exports.length > 0) {
    try {
      await db.transaction(narrow, async (tx) => {
        await Promise.all(exports.map((act) => recordAct(tx, narrow, { ...act, action: 'EXPORT' })))
      })
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
