import { escapeHtml } from '../../platform/escape-html.ts'

/** HTML that is safe to send: its own text was written here, and every inserted value is escaped. */
export type Html = Readonly<{ html: string }>

type Part = Html | string | number | null | undefined | false | readonly Part[]

/**
 * Creates HTML from a template. Values become text, other HTML stays HTML, lists are concatenated; null, undefined and
 * false are left out.
 */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: pieces.map((piece, index) => piece + htmlOf(parts[index])).join('') }
}

function htmlOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return isList(part) ? part.map(htmlOf).join('') : part.html
}

function isList(part: Html | readonly Part[]): part is readonly Part[] {
  return Array.isArray(part)
}
