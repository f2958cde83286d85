import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** The build's placeholder for a page's nonce (web/vite.config.ts). */
const noncePlaceholder = '__CSP_NONCE__'

/** Allows WebAssembly, in which the reader of barcodes is written; not `eval`. */
const barcodeReader = "'wasm-unsafe-eval'"

type Page = Readonly<{
  html: string
  scriptSources: string
  /** The address of the script that it starts with, the last module; undefined if it has none. */
  script: string | undefined
}>

/** The page, and what allows the scripts that are written into it: nothing else can have their digests. */
export function pageOf(html: string): Page {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, code = '']) => code)
  const digests = scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  const modules = [...html.matchAll(/<script type="module"[^>]*\ssrc="([^"]+)"/g)]
  return {
    html,
    scriptSources: ["script-src 'self'", barcodeReader, ...digests].join(' '),
    script: modules.at(-1)?.[1],
  }
}

/** Sends the page with a new nonce for its styles. It may use the camera, which scans barcodes. */
export function sendPage(reply: FastifyReply, { html, scriptSources }: Page): FastifyReply {
  const nonce = randomBytes(18).toString('base64')
  const policy = String(reply.getHeader('content-security-policy'))
  const devices = String(reply.getHeader('permissions-policy'))
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('permissions-policy', devices.replace('camera=()', 'camera=(self)'))
    .header(
      'content-security-policy',
      policy
        .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
        .replace("script-src 'self'", scriptSources),
    )
    .send(html.replaceAll(noncePlaceholder, nonce))
}
