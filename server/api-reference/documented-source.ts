import { limits } from '../../contract/limits.ts'

/** The name of the function that a documented source calls. */
export const describeFunction = 'describeField'

/**
 * Returns the source of a contract file in which each field with a doc comment is passed to `describeField` with the
 * comment's text: `quantity: z.number(),` below a comment becomes `quantity: describeField(z.number(), "Units."),`.
 * Relies on the formatting that `npm run check` requires: the lines of a field are indented further than its name,
 * except for closing brackets, and its last one ends with a comma.
 */
export function withDescribedFields(source: string): string {
  const lines = source.split('\n')
  const described = [...lines]
  for (let at = 0; at < lines.length; at++) {
    const comment = commentAt(lines, at)
    if (!comment) continue
    const field = /^( +)(\w+)(:|,$)/.exec(lines[comment.end + 1] ?? '')
    if (!field) continue
    const [, indent = '', name = '', after] = field
    const begin = comment.end + 1
    const end = lastLineOf(lines, begin, indent.length)
    const last = lines[end] ?? ''
    // Members of types end without a comma, and are no values.
    if (!last.endsWith(',')) continue
    described[end] = `${last.slice(0, -1)}, ${JSON.stringify(comment.text)}),`
    const first = described[begin] ?? ''
    described[begin] =
      after === ':'
        ? first.replace(`${name}:`, `${name}: ${describeFunction}(`)
        : first.replace(name, `${name}: ${describeFunction}(${name}`)
  }
  return described.join('\n')
}

/** The doc comment that begins in this line: its text and its last line. */
function commentAt(lines: readonly string[], at: number): { text: string; end: number } | undefined {
  if (!/^ +\/\*\*/.test(lines[at] ?? '')) return undefined
  let end = at
  while (end < lines.length && !lines[end]?.includes('*/')) end += 1
  const words = lines
    .slice(at, end + 1)
    .map((line) =>
      line
        .replace(/\*\/.*$/, '')
        .replace(/^ +\/?\*+/, '')
        .trim(),
    )
    .join(' ')
    .trim()
  return { text: words.replaceAll(/`limits\.(\w+)`/g, (_whole, name: string) => valueOfLimit(name)), end }
}

function valueOfLimit(name: string): string {
  return new Intl.NumberFormat('en-US').format(limits[name as keyof typeof limits])
}

function lastLineOf(lines: readonly string[], begin: number, indent: number): number {
  let end = begin
  while (belongs(lines[end + 1], indent)) end += 1
  return end
}

function belongs(line: string | undefined, indent: number): boolean {
  if (line === undefined || line.trim() === '') return false
  const own = line.length - line.trimStart().length
  return own > indent || (own === indent && /^[)\]}]/.test(line.trimStart()))
}
