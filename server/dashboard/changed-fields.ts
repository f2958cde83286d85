import type { Activity } from '../../contract/dashboard.ts'

/**
 * Columns that no reader asks about: made from other columns, counted from lines, or the moment of something that is
 * told anyway.
 */
export const silentFields = [
  'version',
  'updated_at',
  'search_text',
  'name_sort',
  'sku_sort',
  'price_sort',
  'expected_sort',
  'total_sort',
  'tracking_sort',
  'identity',
  'image_file',
  'line_count',
  'open_lines',
  'partial_lines',
  'received_lines',
  'posting_id',
  'undo_posting_id',
  'ordered_at',
  'cancelled_at',
  'shipped_at',
  'delivered_at',
  'failed_at',
  'taken_back_at',
  'closed_at',
  'closed_by',
  'round',
  'accepted_by',
  'mentions',
  'edited_at',
]

type Values = Record<string, unknown>

/** What an update of one record changed, as a reader knows it; lines of an order are named when one of them changed. */
export function changedFields(table: string, before: Values, after: Values, linesChanged: boolean): Activity['fields'] {
  const changed = Object.keys(after)
    .filter((name) => !silentFields.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .filter((name) => !followsStatus(name, before, after))
    .map((name) => changedField(name, valueOf(table, name, after)))
  if (linesChanged) changed.unshift({ name: 'lines', to: null })
  // The minimum of a product is kept with its totals. Saved alone it leaves nothing here but a new version.
  if (table === 'products' && changed.length === 0) changed.push({ name: 'min_stock_level', to: null })
  return changed
}

/** A cancelled purchase order waits for no payment, one that is taken up again does: its status says so. */
function followsStatus(name: string, before: Values, after: Values): boolean {
  return name === 'payment_status' && (before[name] === 'cancelled' || after[name] === 'cancelled')
}

/** The audit trail keeps what was stored then: a discarded shipment was once a failed one that was taken back. */
const valueOf = (table: string, name: string, after: Values): unknown =>
  table === 'shipments' && name === 'status' && after['taken_back_at'] ? 'discarded' : after[name]

/** Fields whose new value is a word. */
const words = new Set(['status', 'payment_status', 'role'])
/** Moments that switch something on while they are set. */
const switches = new Set(['archived_at', 'hidden_at', 'revoked_at'])

function changedField(name: string, value: unknown): Activity['fields'][number] {
  if (switches.has(name)) return { name, to: value === null ? 'off' : 'on' }
  if (typeof value === 'boolean') return { name, to: value ? 'on' : 'off' }
  return { name, to: words.has(name) && typeof value === 'string' ? value : null }
}

/** What people call a record, where its own row says it. */
export function nameOf(values: Values): string | null {
  const name = values['name'] ?? values['company_name'] ?? values['order_number'] ?? values['email']
  return typeof name === 'string' && name !== '' ? name : null
}
