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

/**
 * The same for the fields of one record. Fields that both changed differently keep yours and are listed in `clashes`.
 */
export function mergeFields<T extends object>(base: T, yours: T, theirs: T): { fields: T; clashes: (keyof T)[] } {
  const clashes: (keyof T)[] = []
  const entries = (Object.keys(theirs) as (keyof T)[]).map((field) => {
    const changed = !same(base[field], yours[field])
    if (changed && !same(base[field], theirs[field]) && !same(yours[field], theirs[field])) clashes.push(field)
    return [field, changed ? yours[field] : theirs[field]]
  })
  return { fields: Object.fromEntries(entries) as T, clashes }
}

/**
 * The same if people edit only the fields in `names`: the others (the version, the stock it saw) are the current
 * record's.
 */
export function mergeNamed<T extends object>(
  base: T,
  yours: T,
  theirs: T,
  names: Readonly<Partial<Record<keyof T, unknown>>>,
): { fields: T; clashes: (keyof T)[] } {
  const edited = Object.entries(yours).filter(([field]) => Object.hasOwn(names, field))
  return mergeFields(base, { ...base, ...Object.fromEntries(edited) }, theirs)
}

/** Whether two versions of a record are equal except for these fields. */
export function sameBut<T extends object>(one: T, other: T, fields: readonly (keyof T)[]): boolean {
  const rest = (all: T) => Object.entries(all).filter(([field]) => !fields.includes(field as keyof T))
  return same(Object.fromEntries(rest(one)), Object.fromEntries(rest(other)))
}

function byId<L extends FormLine>(lines: readonly L[]): Map<string | undefined, L> {
  return new Map(lines.filter((line) => line.id !== undefined).map((line) => [line.id, line]))
}

/** Whether two values are equal; a line's key is the browser's and doesn't count. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, withoutKey) === JSON.stringify(other, withoutKey)
}

const withoutKey = (name: string, value: unknown) => (name === 'key' ? undefined : value)

/** A sentence for each listed field that both changed: yours is in the form, and what theirs was. */
export function clashSentences<T extends object>(
  clashes: readonly (keyof T)[],
  theirs: T,
  names: Readonly<Partial<Record<keyof T, string>>>,
): string[] {
  return clashes.flatMap((field) => {
    const name = names[field]
    if (name === undefined) return []
    const text = theirs[field] === '' || theirs[field] === null ? 'empty' : `“${String(theirs[field])}”`
    return [`${name} was changed by both of you. The form has your value; theirs was ${text}`]
  })
}
