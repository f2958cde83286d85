/**
 * Merges two edits of one record, relative to their common base. A change by only one of them is kept; fields that both
 * changed differently keep yours and are listed in `clashes`.
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
 * `mergeFields` if people edit only the fields in `names`: the others (the version, the stock it saw) are the current
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
    return [`You both changed ${name}. The form has your value; theirs was ${text}.`]
  })
}

/** Whether two values are equal; a line's key is the browser's and doesn't count. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, withoutKey) === JSON.stringify(other, withoutKey)
}

const withoutKey = (name: string, value: unknown) => (name === 'key' ? undefined : value)
