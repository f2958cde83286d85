import { Tokenizer } from 'htmlparser2'
import { trimmed } from '../../../contract/trimmed.ts'

/** What follows these elements begins on another line, or after a blank one. */
const lines = new Set(['br', 'div', 'tr', 'dt', 'dd', 'section', 'article', 'figure', 'figcaption', 'caption', 'hr'])
const paragraphs = new Set(['p', 'ul', 'ol', 'table', 'blockquote', 'pre', 'dl', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Their content isn't text. */
const hidden = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'head', 'title'])

/** A usual element or a named character: `<M4 screws>` is text. */
const markup =
  /<\/?(?:p|br|div|span|[bui]|strong|em|small|font|a|img|[uod]l|li|d[td]|h[1-6]|hr|table|t(?:body|head|r|d|h)|blockquote|pre|section|article|figure|script|style|iframe|meta|html|body)\b[^<>]*>|<!--|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i

/**
 * The text of a description in HTML: paragraphs and the items of lists are lines, characters are decoded, and scripts
 * and styles are left out. A text without markup stays as it is. No tree is built: the time is proportional to the
 * length.
 */
export function textOfHtml(html: string): string {
  if (!markup.test(html)) return html
  const { write, lineBreak, finish } = lineWriter()
  let element = ''
  let inside: string | null = null
  const nothing = () => {}
  const name = (start: number, end: number) => html.slice(start, Math.min(end, start + 20)).toLowerCase()
  const open = () => {
    if (inside !== null) return
    if (hidden.has(element)) inside = element
    else opened()
  }
  const opened = () => {
    if (inside !== null) return
    if (element === 'li') lineBreak(1, '• ')
    else if (element === 'td' || element === 'th') write(' ')
    else between(element)
  }
  const between = (of: string) => {
    if (paragraphs.has(of)) lineBreak(2)
    else if (lines.has(of)) lineBreak(1)
  }
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname: (start, end) => (element = name(start, end)),
      onopentagend: open,
      onselfclosingtag: opened,
      onclosetag(start, end) {
        const closed = name(start, end)
        if (inside === null) between(closed === 'li' ? 'div' : closed)
        else if (inside === closed) inside = null
      },
      ontext(start, end) {
        if (inside === null) write(html.slice(start, end))
      },
      ontextentity(codepoint) {
        if (inside === null) write(String.fromCodePoint(codepoint))
      },
      onattribname: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return finish()
}

/** Joins texts to lines, with one blank between words and at most one blank line between paragraphs. */
function lineWriter() {
  const parts: string[] = []
  let breaks = 0
  let start = ''
  let isAfterBlank = true
  const write = (text: string) => {
    const words = text.replaceAll(/[\s\u00A0]+/g, ' ')
    const shown = isAfterBlank || breaks > 0 ? words.replace(/^ /, '') : words
    if (shown === '') return
    if (parts.length > 0) parts.push('\n'.repeat(breaks))
    parts.push(start, shown)
    breaks = 0
    start = ''
    isAfterBlank = shown.endsWith(' ')
  }
  const lineBreak = (count: number, beginning = '') => {
    // A paragraph at the beginning of an item is that item.
    if (start !== '' && beginning === '') return
    breaks = Math.max(breaks, count)
    start = beginning
  }
  const finish = () => trimmed(parts.join('').replaceAll(/ +\n/g, '\n'))
  return { write, lineBreak, finish }
}
