import type { Query } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'
import { organizationIn } from './query-keys.ts'

/** Data from the server, with an id: a record, or a part of one. */
type Identified = Readonly<Record<string, unknown> & { id: string }>

type Answer = Readonly<{
  body: unknown
  organization: string | null
  /** When the command was sent. */
  sentAt: number
}>

/**
 * Shows the records that a command returned wherever an older one of them is displayed, also within lists and other
 * records. Waiting until they are read again would show the previous version for as long as that takes, and the next
 * press would be refused as a conflict. Call it before the reads are repeated: everything it changes is marked as
 * stale.
 */
export function showAnswer({ body, organization, sentAt }: Answer): void {
  const answered = new Map(recordsOf(body).map((record) => [record.id, record]))
  if (answered.size === 0) return
  const isOfIt = ({ queryKey }: Query) => organizationIn(queryKey) === organization
  for (const query of queryClient.getQueryCache().findAll({ predicate: isOfIt })) {
    const isReadBefore = query.state.dataUpdatedAt < sentAt
    const data = replaced(query.state.data, (held) => {
      const record = answered.get(held.id)
      return record && isOlder(held, record, isReadBefore) ? updated(held, record) : held
    })
    if (data === query.state.data) continue
    // A read already under way may have begun before the command, and would show the previous version again.
    void query.cancel({ revert: true })
    queryClient.setQueryData(query.queryKey, data)
    query.invalidate()
  }
}

/** The record that a command returns, or those that it returns by name (a receipt and its order). */
function recordsOf(body: unknown): Identified[] {
  return isObject(body) ? [body, ...Object.values(body)].filter(isIdentified) : []
}

/**
 * Whether `held` is an older state of `record`. Records without a version are of the same kind if they have the same
 * fields (a transfer and its posting share an id), and older if they were read before.
 */
function isOlder(held: Identified, record: Identified, isReadBefore: boolean): boolean {
  if (typeof record['version'] === 'number')
    return typeof held['version'] === 'number' && held['version'] < record['version']
  const names = Object.keys(held)
  return (
    isReadBefore && names.length === Object.keys(record).length && names.every((name) => Object.hasOwn(record, name))
  )
}

/** `held` with the fields of `record` that it has; its other fields (a list's row may have more) are read again. */
function updated(held: Identified, record: Identified): Identified {
  const names = Object.keys(held).filter((name) => Object.hasOwn(record, name))
  return { ...held, ...Object.fromEntries(names.map((name) => [name, record[name]])) }
}

/** The data with every identified object in it replaced; the same data if none was. */
function replaced(data: unknown, replace: (held: Identified) => Identified): unknown {
  if (Array.isArray(data)) {
    const items = data.map((item) => replaced(item, replace))
    return items.some((item, index) => item !== data[index]) ? items : data
  }
  if (!isObject(data)) return data
  const newer = isIdentified(data) ? replace(data) : data
  if (newer !== data) return newer
  const changed = Object.entries(data)
    .map(([name, value]) => [name, value, replaced(value, replace)] as const)
    .filter(([, before, after]) => before !== after)
  return changed.length === 0
    ? data
    : { ...data, ...Object.fromEntries(changed.map(([name, , after]) => [name, after])) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isIdentified(value: unknown): value is Identified {
  return isObject(value) && typeof value['id'] === 'string'
}
