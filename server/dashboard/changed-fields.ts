import type { Activity } from '../../contract/dashboard.ts'
import { silentFields } from '../audit-trail/silent-fields.ts'

type Values = Record<string, unknown>

/** What an update of one record changed, in a reader's terms; includes an order's lines if one of them changed. */
export function changedFields(table: string, before: Values, after: Values, linesChanged: boolean): Activity['fields'] {
  const changed = Object.keys(after)
    .filter((name) => !silentFields.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .filter((name) => !followsStatus(name, before, after))
    .map((name) => changedField(name, valueOf(table, name, after)))
  if (linesChanged) changed.unshift({ name: 'lines', to: null })
  return changed
}

/** A cancelled purchase order waits for no payment, a reopened one does: its status shows that. */
function followsStatus(name: string, before: Values, after: Values): boolean {
  return name === 'payment_status' && (before[name] === 'cancelled' || after[name] === 'cancelled')
}

/** The audit trail keeps former values: a discarded shipment was once a failed one that was reverted. */
const valueOf = (table: string, name: string, after: Values): unknown =>
  table === 'shipments' && name === 'status' && after['taken_back_at'] ? 'discarded' : after[name]

/** Fields whose new value is a code word. */
const words = new Set(['status', 'payment_status', 'role'])
/** Timestamps that represent a switch. */
const switches = new Set(['archived_at', 'hidden_at', 'revoked_at'])

function changedField(name: string, value: unknown): Activity['fields'][number] {
  if (switches.has(name)) return { name, to: value === null ? 'off' : 'on' }
  if (typeof value === 'boolean') return { name, to: value ? 'on' : 'off' }
  return { name, to: words.has(name) && typeof value === 'string' ? value : null }
}

/** A record's display name, from its own row. */
export function nameOf(values: Values): string | null {
  const name = values['name'] ?? values['company_name'] ?? values['order_number'] ?? values['email']
  return typeof name === 'string' && name !== '' ? name : null
}
