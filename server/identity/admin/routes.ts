import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, IdentityDeps } from '../deps.ts'
import { readBody } from '../inputs.ts'
import { callerOf, queryText } from '../requests.ts'
import { requireAdmin } from './admin-bearer.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { deleteFactor, listFactors } from './factors.ts'
import { findAnyUser } from './find-user.ts'
import { generateLink } from './generate-link.ts'
import { adminUserInput, deleteUserInput, generateLinkInput, inviteInput } from './inputs.ts'
import { inviteUser } from './invite-user.ts'
import { listUsers } from './list-users.ts'
import { deletePasskey, listPasskeys } from './passkeys.ts'
import { updateUser } from './update-user.ts'
import { userAnswer } from '../users.ts'

type Handler = (caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Every route for the operator's programs. Each checks its token first. */
export function addAdminRoutes(scope: FastifyInstance, deps: IdentityDeps): void {
  const admin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, handler: Handler) =>
    scope.route({
      method,
      url,
      // Runs before the body is read.
      onRequest: (request) => requireAdmin(deps, callerOf(deps.config, request), request),
      handler: (request, reply) => handler(callerOf(deps.config, request), request, reply),
    })

  admin('GET', '/admin/users', async (_caller, request, reply) => {
    const { total, link, body } = await listUsers(deps, {
      page: queryText(request, 'page') ?? '',
      per_page: queryText(request, 'per_page') ?? '',
    })
    reply.header('x-total-count', String(total)).header('link', link)
    return body
  })
  admin('POST', '/admin/users', (_caller, { body }) => createUser(deps, readBody(adminUserInput, body)))
  admin('GET', '/admin/users/:id', (_caller, request) =>
    deps.db.transaction(null, async (tx) => userAnswer(await findAnyUser(tx, param(request, 'id'))), {
      readOnly: true,
    }),
  )
  admin('PUT', '/admin/users/:id', (_caller, request) =>
    updateUser(deps, param(request, 'id'), readBody(adminUserInput, request.body)),
  )
  admin('DELETE', '/admin/users/:id', (_caller, request) =>
    deleteUser(deps, param(request, 'id'), readBody(deleteUserInput, request.body).should_soft_delete),
  )
  admin('GET', '/admin/users/:id/factors', (_caller, request) => listFactors(deps, param(request, 'id')))
  admin('DELETE', '/admin/users/:id/factors/:factor_id', (_caller, request) =>
    deleteFactor(deps, param(request, 'id'), param(request, 'factor_id')),
  )
  admin('GET', '/admin/users/:id/passkeys', (_caller, request) => listPasskeys(deps, param(request, 'id')))
  admin('DELETE', '/admin/users/:id/passkeys/:passkey_id', async (_caller, request, reply) => {
    await deletePasskey(deps, param(request, 'id'), param(request, 'passkey_id'))
    return reply.code(204).send()
  })
  admin('POST', '/admin/generate_link', (caller, request) => {
    const input = readBody(generateLinkInput, request.body)
    const redirect_to = callerOf(deps.config, request, input.redirect_to || undefined).redirect_to
    return generateLink(deps, { ...caller, redirect_to }, input)
  })
  admin('POST', '/invite', (caller, request) => inviteUser(deps, caller, readBody(inviteInput, request.body)))
}

function param(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name] ?? ''
}
