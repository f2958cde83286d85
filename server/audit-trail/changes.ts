import type { AuditChange } from '../../contract/audit-trail.ts'
import { mentionPattern } from '../../contract/comments.ts'
import { silentFields } from './silent-fields.ts'

export type Values = Record<string, unknown>

/**
 * Left out, because the row has them anyway (author, time, the record a comment is on), or because they refer to rows
 * that readers don't know: postings (which are separate entries), the link a customer or supplier used, and the line
 * and the answer of a proposed quantity.
 */
const silent = new Set([
  ...silentFields,
  'id',
  'org_id',
  'user_id',
  'created_at',
  'record_id',
  'record_type',
  'sent_posting_id',
  'completed_posting_id',
  'cancelled_posting_id',
  'share_id',
  'response_id',
  'purchase_order_item_id',
  'is_implicit',
])
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * The old and new values, field by field; ids of records by their names. For a created or deleted record, its content.
 */
export function changesOf(
  before: Values,
  after: Values,
  names: ReadonlyMap<string, string>,
  hidden: readonly string[] = [],
): AuditChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !silent.has(field) && !hidden.includes(field))
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .filter((field) => !(isNothing(before[field]) && isNothing(after[field])))
    .map((field) => ({
      field,
      of: null,
      before: shown(before[field], names),
      after: shown(after[field], names),
    }))
}

/** A comment with the names of the people mentioned instead of their ids. */
function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(mentionPattern, (_whole, id: string) => `@${names.get(id) ?? 'Deleted account'}`)
}

function shown(value: unknown, names: ReadonlyMap<string, string>): AuditChange['before'] {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return names.get(value) ?? withNames(value, names)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((one) => String(shown(one, names) ?? '')).join(', ') || null
  return JSON.stringify(value)
}
