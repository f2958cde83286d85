import { mergeFields, same } from './merge-fields.ts'

/** A line of a form: `key` identifies lines in the browser, `id` is the server's and missing while the line is new. */
export type FormLine = Readonly<{ key: string; id?: string | undefined }>

/** Both changed the same thing: the merged form's value, and why the person should check it. */
export type Clash = Readonly<{ line: string; text: 'both' | 'they_removed' | 'you_removed' }>

/**
 * Merges two edits of the same lines, relative to their common base. A change by only one of them is kept; a field that
 * both changed keeps yours; a line that one changed and the other removed stays. No added line is lost. `clashes` lists
 * (by key) what to check.
 */
export function mergeLines<L extends FormLine>(
  base: readonly L[],
  yours: readonly L[],
  theirs: readonly L[],
): { lines: L[]; clashes: Clash[] } {
  const before = byId(base)
  const mine = byId(yours)
  const present = byId(theirs)
  const clashes: Clash[] = []
  const lines: L[] = []
  for (const line of theirs) {
    const [old, own] = [before.get(line.id), mine.get(line.id)]
    if (own) {
      const merged = mergeFields(old ?? line, own, line)
      if (merged.clashes.length > 0) clashes.push({ line: own.key, text: 'both' })
      lines.push({ ...merged.fields, key: own.key })
    } else if (!old) {
      lines.push(line)
    } else if (!same(old, line)) {
      clashes.push({ line: line.key, text: 'you_removed' })
      lines.push(line)
    }
  }
  for (const line of yours) {
    if (line.id === undefined) lines.push(line)
    const old = before.get(line.id)
    if (!old || present.has(line.id) || same(old, line)) continue
    clashes.push({ line: line.key, text: 'they_removed' })
    lines.push({ ...line, id: undefined })
  }
  return { lines, clashes }
}

function byId<L extends FormLine>(lines: readonly L[]): Map<string | undefined, L> {
  return new Map(lines.filter((line) => line.id !== undefined).map((line) => [line.id, line]))
}
