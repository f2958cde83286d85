import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isFileAddress } from '../../contract/file-addresses.ts'
import { mayDo } from '../../contract/permissions.ts'
import { accessCheck, requireMember, type AccessRole, type SessionClaims } from '../platform/access.ts'
import { callerOf } from '../platform/caller.ts'
import type { HttpServices } from '../platform/http-services.ts'
import { isUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { keyOf } from './keys.ts'
import type { Storage } from './storage.ts'

/** The content of an address never changes; only access does, and that is checked first. */
const etag = '"as-it-was"'

/** The reader: the bearer of an access token, or of the cookie that an `<img>` sends (server/identity/file-pass.ts). */
type Reader = SessionClaims

export type FileServices = HttpServices & {
  storage: Storage
  /** Verifies a browser's cookie; throws a Refusal if it isn't ours. */
  verifyFilePass(cookie: string | undefined): Promise<Reader>
}

type Row = { role: AccessRole; lacks_second_factor: boolean; content_type: string | null }

/**
 * `GET /files/…`: a picture, for members of its organization with an open session, checked at every request. Anyone
 * else gets the same response as for a missing picture. `?size=small` is the version for lists.
 */
export function mountFiles(app: FastifyInstance, services: FileServices): void {
  app.get('/files/*', async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url, 'http://here')
    const reader = await readerOf(services, request)
    if (!isFileAddress(pathname)) refuse('not_found')
    const org_id = pathname.split('/')[4] ?? ''
    const row = await findFile(services, reader, org_id, pathname)
    requireMember(row.role)
    if (row.lacks_second_factor) refuse('second_factor_required')
    if (!mayDo(row.role, 'files.read') || row.content_type === null) refuse('not_found')
    reply
      .header('cache-control', 'private, max-age=3600')
      .header('vary', 'Authorization, Cookie')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline')
      .header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const size = searchParams.get('size') === 'small' ? 'small' : 'full'
    const bytes = await services.storage.read(keyOf(pathname, size))
    if (!bytes) {
      request.log.error({ path: pathname }, 'a file has a row but its content is missing')
      return refuse('not_found')
    }
    return reply.type(row.content_type).send(bytes)
  })
}

async function readerOf(services: FileServices, request: FastifyRequest): Promise<Reader> {
  if (request.headers.authorization) {
    const caller = await callerOf(services, request)
    // API keys open only `/api/v1`.
    if (caller.isKey) refuse('no_authorization')
    return caller
  }
  return services.verifyFilePass(request.headers.cookie)
}

function findFile(services: FileServices, reader: Reader, org_id: string, address: string): Promise<Row> {
  if (!isUuid(org_id)) refuse('not_found')
  const scope = { org_id, user_id: reader.user_id }
  return services.db.transaction(
    scope,
    (tx) =>
      tx.one(sql<Row>`
        select (${accessCheck(reader, org_id)}).role, app.lacks_second_factor(${reader.session_id}, ${org_id}) as lacks_second_factor,
          (select content_type from files where org_id = ${org_id} and address = ${address}) as content_type`),
    { readOnly: true },
  )
}
