import { isDay } from '../../contract/days.ts'
import { limits } from '../../contract/limits.ts'

/** Valid values of one filter in an address. */
type Known = Readonly<{
  key: string
  options?: readonly Readonly<{ value: string }>[]
  accepts?: (value: string) => boolean
}>

type Address = Readonly<Record<string, string>>

/**
 * A list's state from its address: an unknown filter or sort (a mistyped link, an older version) counts as unset, and a
 * search is cut to the server's limit. So any address shows a list.
 */
export function listAddress<A extends Address>(
  address: A,
  filters: readonly Known[],
  sorts: readonly string[],
  sort: string,
): A {
  const known: Record<string, string> = { ...address }
  for (const { key, options, accepts } of filters) {
    const value = address[key] ?? ''
    const fits = accepts ? accepts(value) : (options ?? []).some((option) => option.value === value)
    if (!fits) known[key] = ''
  }
  const named = sorts.flatMap((name) => [name, `-${name}`])
  if (!named.includes(address['sort'] ?? '')) known['sort'] = sort
  known['q'] = searchable(address['q'] ?? '')
  return known as A
}

/** A search text that the server accepts: no NUL, no half characters, within its limit. */
export function searchable(text: string): string {
  return text.replaceAll('\0', '').slice(0, limits.searchCharacters).toWellFormed()
}

/** Whether a text in an address is an id. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** A day in an address as the server accepts it in a filter; undefined for anything else. */
export function filterDay(text: string | undefined): string | undefined {
  return text !== undefined && isDay(text) && text >= '1900' ? text : undefined
}
