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

/** The rows of one save, newest first. */
type Rows = [AuditEntry, ...AuditEntry[]]

/** The rows without new comments, which are shown above the history: it has only what happened to them since. */
export function withoutNewComments(rows: readonly AuditEntry[]): AuditEntry[] {
  return rows.filter(({ table_name, action }) => table_name !== 'comments' || action !== 'created')
}

/**
 * Groups the rows of a record's history, newest first, by the saves that wrote them. `record_id` is the history's
 * record, which isn't named in it.
 */
export function savesOf(rows: readonly AuditEntry[], record_id: string): Save[] {
  return groupBySave(rows).map((group) => composeSave(group, record_id))
}

/** The note entered with the status of a save; null if there is none. */
export function noteOf({ at, parts }: Save, statusChanges: readonly StatusChange[]): string | null {
  if (!parts.some(({ kind }) => kind === 'status')) return null
  const change = statusChanges.find(
    ({ notes, old_status, created_at }) =>
      notes !== null && old_status !== null && millisecondsBetween(created_at, at) < sameMomentMs,
  )
  return change?.notes ?? null
}

/** Rows of one transaction further apart belong to two: numbers restart when a backup is restored. */
const saveLastsMs = 60_000
/** Stock with an unknown transaction belongs to the same person's save at that moment. */
const sameMomentMs = 2_000
/** Rows of saves at the same time alternate: a row belongs to one of the last few. */
const savesAtOnce = 5

function groupBySave(rows: readonly AuditEntry[]): Rows[] {
  const groups: Rows[] = []
  for (const row of rows) {
    const group = groups.slice(-savesAtOnce).find((one) => one.some((other) => areOfOneSave(other, row)))
    if (group) group.push(row)
    else groups.push([row])
  }
  return groups
}

function areOfOneSave(one: AuditEntry, other: AuditEntry): boolean {
  const apartMs = millisecondsBetween(one.created_at, other.created_at)
  if (one.user_id !== other.user_id || apartMs > saveLastsMs) return false
  return one.save === null || other.save === null ? apartMs < sameMomentMs : one.save === other.save
}

const millisecondsBetween = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other))

function composeSave(rows: Rows, record_id: string): Save {
  const [newest] = rows
  const shown = rows
    .filter((row) => !isImpliedBy(row, rows))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.created_at.localeCompare(other.created_at))
  const parts = giveTitles(
    shown.map((row) => partOf(row, rows, record_id)).filter((part) => part !== null),
    shown.some((row) => roleOf(row) === 'line'),
  )
  return {
    id: newest.id,
    at: newest.created_at,
    author: authorText(newest),
    parts: parts.length > 0 ? parts : [{ kind: 'fields', title: 'Saved', values: [], link: null }],
    details: shown.find(hasDetails) ?? null,
  }
}

/**
 * Values without their own title (lines and sums of an order) are listed below the order or shipment that was created,
 * below the payment that changed the sums, or as an update of its items.
 */
function giveTitles(parts: readonly SavedPart[], hasLines: boolean): SavedPart[] {
  const titled = parts.filter((part) => !isUntitled(part))
  const values = parts.filter(isUntitled).flatMap((part) => part.values)
  if (values.length === 0) return titled
  const [first, ...rest] = titled
  if (first && (!hasLines || first.kind === 'created'))
    return [{ ...first, values: [...first.values, ...values] }, ...rest]
  return [
    hasLines
      ? { kind: 'lines', title: 'Updated items', values, link: null }
      : { kind: 'totals', title: 'Updated totals', values, link: null },
    ...titled,
  ]
}

const isUntitled = ({ kind }: SavedPart) => kind === 'lines' || kind === 'proposal' || kind === 'totals'

/** The titles of other created and deleted records say everything. */
function hasDetails(row: AuditEntry): boolean {
  const isMade = row.action === 'created' || row.action === 'deleted'
  return isMade && !['line', 'proposal', 'payment', 'comment'].includes(roleOf(row))
}
