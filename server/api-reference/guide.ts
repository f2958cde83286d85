import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../platform/escape-html.ts'

/** The documents for developers, by address. They link to each other by their file names. */
const documents: Readonly<Record<string, string>> = {
  '/api/guide': 'api.md',
  '/api/guide/feed': 'feed.md',
  '/api/guide/webhooks': 'webhooks.md',
}

const styles = `
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.6 system-ui, sans-serif; color: #1f2933; }
pre, code { font: 14px/1.5 ui-monospace, monospace; background: #f4f5f7; border-radius: 4px; }
code { padding: 0.1em 0.3em; }
pre { padding: 0.8rem 1rem; overflow-x: auto; }
pre code { padding: 0; }
table { border-collapse: collapse; }
th, td { padding: 0.3rem 0.6rem; border: 1px solid #d5d9df; text-align: left; vertical-align: top; }
@media (prefers-color-scheme: dark) {
  body { color: #e4e7eb; background: #16191d; }
  pre, code { background: #242930; }
  th, td { border-color: #3a424c; }
  a { color: #7cb8ff; }
}`

/** Serves the guide to the API as pages that need no script: a developer may have nothing but a server's address. */
export function mountGuide(http: FastifyInstance): void {
  http.get('/api/guide/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(styles))
  for (const [address, file] of Object.entries(documents)) {
    let page: Promise<string> | undefined
    http.get(address, async (_request, reply) => {
      page ??= pageOf(readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8'))
      return reply.type('text/html; charset=utf-8').send(await page)
    })
  }
}

async function pageOf(markdown: string): Promise<string> {
  // Loaded when someone reads the guide.
  const { Marked } = await import('marked')
  const marked = new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const address = addressOfLink(href)
        return address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`
      },
    },
  })
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? 'Onhand'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Onhand</title>
<link rel="stylesheet" href="/api/guide/style.css">
</head>
<body>
${marked.parse(markdown, { async: false })}
</body>
</html>
`
}

/** As GitHub makes them, so that links in the documents work in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-')
}

/** Undefined for a document that the server doesn't serve: its link is plain text. */
function addressOfLink(href: string): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href
  const [file, anchor] = href.split('#')
  const address = Object.keys(documents).find((one) => documents[one] === file)
  return address && (anchor === undefined ? address : `${address}#${anchor}`)
}
