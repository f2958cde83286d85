import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Unrouted } from './platform/other-methods.ts'
import { pageOf, sendPage } from './web-page.ts'

const notPages = ['/api/', '/auth/v1/', '/files/', '/rest/', '/functions/', '/assets/', '/metrics']

/**
 * The built web app: hashed assets are cached forever, the page itself never; the page is served for every address that
 * a browser opens. Each response with the page has its own nonce for its style elements and those that Mantine creates
 * at runtime, and the page's own script is allowed by its digest, so the policy needs no `unsafe-inline`. If nothing is
 * built, every such address is not found. Responses of the API name the script that pages start with now, so that tabs
 * of an older version notice; those of refusals under overload don't.
 */
export async function mountWebApp(
  http: FastifyInstance,
  webDir: string | undefined,
  refuseUnrouted: Unrouted,
): Promise<void> {
  const built = webDir !== undefined && existsSync(join(webDir, 'index.html'))
  if (built) {
    const page = pageOf(readFileSync(join(webDir, 'index.html'), 'utf8'))
    const { script } = page
    if (script) {
      http.addHook('onRequest', async ({ url }, reply) => {
        if (url.startsWith('/api/')) reply.header('onhand-app', script)
      })
    }
    // The build has stored compressed copies beside the assets: they are sent to browsers that accept them, and have no
    // separate address.
    const files = { root: webDir, wildcard: false, index: false as const, globIgnore: ['index.html', '**/*.{br,gz}'] }
    await http.register(fastifyStatic, { ...files, preCompressed: true, cacheControl: false, setHeaders: cacheHeaders })
    http.get('/', (_request, reply) => sendPage(reply, page))
    http.setNotFoundHandler((request, reply) =>
      ['GET', 'HEAD'].includes(request.method) && !notPages.some((prefix) => request.url.startsWith(prefix))
        ? sendPage(reply, page)
        : refuseUnrouted(request, reply),
    )
  } else {
    http.setNotFoundHandler(refuseUnrouted)
  }
}

function cacheHeaders(reply: { header(name: string, value: string): unknown }, path: string): void {
  const forEver = path.includes(join('/', 'assets', '/'))
  reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
}
