import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '../platform/tokens.ts'
import { startLink, startSignIn } from './authorize.ts'
import type { IdentityConfig } from './config.ts'
import type { IdentityDeps } from './deps.ts'
import { finishFlow } from './finish-flow.ts'
import { flowBrowserOf, flowCookie } from './flow-cookies.ts'
import { filePassCookie } from './file-pass.ts'
import { callerOf, isSecure, queryTexts } from './requests.ts'
import { identityPrefix } from './transport.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** Signing in with a provider. A HEAD request, sent by programs that check links, starts nothing. */
export async function addProviderRoutes(scope: FastifyInstance, deps: IdentityDeps): Promise<void> {
  const { config } = deps
  const quietly = { exposeHeadRoute: false }
  scope.get('/authorize', quietly, async (request, reply) => {
    const browser = keptBrowser(config, request, reply)
    const address = await startSignIn(deps, callerOf(config, request), browser, queryTexts(request))
    return reply.code(302).header('location', address).send()
  })
  scope.get('/user/identities/authorize', quietly, async (request, reply) => {
    const browser = keptBrowser(config, request, reply)
    const query = queryTexts(request)
    const url = await startLink(deps, callerOf(config, request), request.headers.authorization, browser, query)
    return query['skip_http_redirect'] === 'true' ? { url } : reply.code(302).header('location', url).send()
  })
  scope.delete('/user/identities/:identity_id', (request) => {
    const { identity_id = '' } = request.params as Record<string, string>
    return unlinkIdentity(deps, callerOf(config, request), request.headers.authorization, identity_id)
  })
  scope.get('/callback', quietly, async (request, reply) => {
    const browser = flowBrowserOf(request.headers.cookie, isSecure(config, request))
    const answer = new URLSearchParams(providerAnswer(queryTexts(request)))
    const { address, session } = await finishFlow(deps, callerOf(config, request), browser, answer)
    if (session)
      reply.header('set-cookie', await filePassCookie(deps.keys, session.access_token, isSecure(config, request)))
    return reply.code(302).header('location', address).send()
  })
  await scope.register(async (inner) => {
    inner.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64_000 },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    // A form posted by another site comes without our cookie; the browser sends it when it follows the redirect.
    inner.post('/callback', async (request, reply) => {
      const answer = new URLSearchParams(providerAnswer(request.body as Record<string, string>))
      return reply.code(303).header('location', `${identityPrefix}/callback?${answer}`).send()
    })
  })
}

/** The parameters of an authorization response (RFC 6749, 4.1.2; RFC 9207), and nothing else from the address. */
function providerAnswer(values: Record<string, string>): Record<string, string> {
  const names = ['code', 'state', 'iss', 'error', 'error_description']
  return Object.fromEntries(names.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : [])))
}

/** The browser that starts a trip to a provider; its cookie is sent with the response. */
function keptBrowser(config: IdentityConfig, request: FastifyRequest, reply: FastifyReply): string {
  const secure = isSecure(config, request)
  const browser = flowBrowserOf(request.headers.cookie, secure) ?? newToken()
  reply.header('set-cookie', flowCookie(browser, secure))
  return browser
}
