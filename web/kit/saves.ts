import type { AuditEntry } from '../../contract/audit-trail.ts'
import type { StatusChange } from '../../contract/documents.ts'
import { authorText } from './audit-text.ts'
import { partOf, type SavedPart } from './save-parts.ts'
import { isImpliedBy, rankOf, roleOf } from './save-rows.ts'

/** One save of a record: its first part is its title. */
export type Save = Readonly<{
  id: string
  at: string
  author: string
  parts: readonly SavedPart[]
  /** A created or deleted record: its entire content. */
  details: AuditEntry | null
}>

/** Rows of one transaction further apart belong to two: numbers restart when a backup is restored. */
const saveLastsMs = 60_000
/** Stock with an unknown transaction belongs to the same person's save at that moment. */
const sameMomentMs = 2_000

/**
 * Groups the rows of a record's history, newest first, by the saves that wrote them. `record_id` is the history's
 * record, which isn't named in it.
 */
export function savesOf(entries: readonly AuditEntry[], record_id: string): Save[] {
  const groups: AuditEntry[][] = []
  for (const entry of entries) {
    const group = groups.slice(-5).find((one) => isSameSave(one, entry))
    if (group) group.push(entry)
    else groups.push([entry])
  }
  return groups.map((group) => composeSave(group, record_id))
}

/** The rows without new comments, which are shown above the history: it has only what happened to them since. */
export function withoutNewComments(entries: readonly AuditEntry[]): AuditEntry[] {
  return entries.filter(({ table_name, action }) => table_name !== 'comments' || action !== 'created')
}

function isSameSave(group: readonly AuditEntry[], entry: AuditEntry): boolean {
  return group.some((other) => {
    const apartMs = Math.abs(Date.parse(other.created_at) - Date.parse(entry.created_at))
    if (other.user_id !== entry.user_id || apartMs > saveLastsMs) return false
    return other.save === null || entry.save === null ? apartMs < sameMomentMs : other.save === entry.save
  })
}

function composeSave(entries: readonly AuditEntry[], record_id: string): Save {
  const [newest] = entries
  const shown = entries
    .filter((entry) => !isImpliedBy(entry, entries))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.created_at.localeCompare(other.created_at))
  const parts = attachValues(
    shown.map((entry) => partOf(entry, entries, record_id)).filter((part) => part !== null),
    shown.some((entry) => roleOf(entry) === 'line'),
  )
  const made = shown.find(
    (entry) =>
      (entry.action === 'created' || entry.action === 'deleted') &&
      !['line', 'proposal', 'payment'].includes(roleOf(entry)),
  )
  return {
    id: newest?.id ?? '',
    at: newest?.created_at ?? '',
    author: newest ? authorText(newest) : '',
    parts: parts.length > 0 ? parts : [{ kind: 'fields', title: 'Saved', values: [], link: null }],
    details: made && roleOf(made) !== 'comment' ? made : null,
  }
}

/**
 * Values without their own title (lines and sums of an order) are listed below the order or shipment that was created,
 * below the payment that changed the sums, or as an update of its items.
 */
function attachValues(parts: readonly SavedPart[], hasLines: boolean): SavedPart[] {
  const titled = parts.filter((part) => !isUntitled(part))
  const values = parts.filter(isUntitled).flatMap((part) => part.values)
  if (values.length === 0) return titled
  const [first, ...rest] = titled
  if (first && (!hasLines || first.kind === 'created'))
    return [{ ...first, values: [...first.values, ...values] }, ...rest]
  const update = hasLines
    ? ({ kind: 'lines', title: 'Updated items' } as const)
    : ({ kind: 'totals', title: 'Updated totals' } as const)
  return [{ ...update, values, link: null }, ...titled]
}

const isUntitled = ({ kind }: SavedPart) => kind === 'lines' || kind === 'proposal' || kind === 'totals'

/** The note entered with the status of a save; null if there is none. */
export function noteOf({ at, parts }: Save, statusChanges: readonly StatusChange[]): string | null {
  if (!parts.some(({ kind }) => kind === 'status')) return null
  const near = (change: StatusChange) => Math.abs(Date.parse(change.created_at) - Date.parse(at)) < sameMomentMs
  return (
    statusChanges.find((change) => change.notes !== null && change.old_status !== null && near(change))?.notes ?? null
  )
}
