/** A run of text: `**name**` is the name of something on the screen, `[words](/path)` leads to another screen. */
export type HelpSpan = Readonly<
  { kind: 'text'; text: string } | { kind: 'name'; text: string } | { kind: 'link'; text: string; to: string }
>

export type HelpBlock = Readonly<
  | { kind: 'title' | 'heading' | 'paragraph'; spans: readonly HelpSpan[] }
  | { kind: 'list'; items: readonly (readonly HelpSpan[])[] }
>

/**
 * The subset of Markdown for help: a title, headings, paragraphs, lists with dashes, names in bold and links to
 * screens. Consecutive lines belong together.
 */
export function parseHelp(text: string): HelpBlock[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .flatMap((block): HelpBlock[] => {
      if (block.startsWith('# ')) return [{ kind: 'title', spans: parseSpans(block.slice(2)) }]
      if (block.startsWith('## ')) {
        const [heading = '', ...rest] = block.slice(3).split('\n')
        return [{ kind: 'heading', spans: parseSpans(heading) }, ...(rest.length > 0 ? parseHelp(rest.join('\n')) : [])]
      }
      if (block.startsWith('- ')) {
        const items = block.slice(2).split(/\n- /)
        return [{ kind: 'list', items: items.map((item) => parseSpans(joined(item))) }]
      }
      return [{ kind: 'paragraph', spans: parseSpans(joined(block)) }]
    })
}

const joined = (lines: string) => lines.replaceAll(/\s*\n\s*/g, ' ')

function parseSpans(text: string): HelpSpan[] {
  const spans: HelpSpan[] = []
  let last = 0
  for (const found of text.matchAll(/\*\*(.+?)\*\*|\[(.+?)\]\((\/.*?)\)/g)) {
    if (found.index > last) spans.push({ kind: 'text', text: text.slice(last, found.index) })
    const [, name, words = '', to = ''] = found
    spans.push(name === undefined ? { kind: 'link', text: words, to } : { kind: 'name', text: name })
    last = found.index + found[0].length
  }
  if (last < text.length) spans.push({ kind: 'text', text: text.slice(last) })
  return spans
}
