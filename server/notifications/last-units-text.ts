import { byCount } from '../../contract/counted-nouns.ts'
import { reasonLabel } from '../../contract/reason-labels.ts'
import { shortName } from './sentences.ts'

export type Taken = Readonly<{
  user_id: string | null
  user_reference: string
  kind: string
  is_undo: boolean
  type: string
  reason: string | null
  to_account: string
  to_location: string | null
  document: string | null
  units: number
}>

const sentences = {
  undone: { one: 'Last unit removed by an undo', other: 'Last {count} removed by an undo' },
  document_undone: { one: 'Last unit removed: {document} undone', other: 'Last {count} removed: {document} undone' },
  written_off: { one: 'Last unit written off', other: 'Last {count} written off' },
  sent: { one: 'Last unit sent', other: 'Last {count} sent' },
  sent_to: { one: 'Last unit sent to {location}', other: 'Last {count} sent to {location}' },
  on_hold: { one: 'Last unit put on hold', other: 'Last {count} put on hold' },
  shipped: { one: 'Last unit shipped with {document}', other: 'Last {count} shipped with {document}' },
  adjusted: { one: 'Last unit removed: Adjustment', other: 'Last {count} removed: Adjustment' },
  removed: { one: 'Last unit removed', other: 'Last {count} removed' },
  removed_because: { one: 'Last unit removed: {reason}', other: 'Last {count} removed: {reason}' },
} as const

/** How the last units left: `Last 3 shipped with SO-482913-007, shipment 1`. */
export function lastUnitsText(taken: Taken): string {
  if (taken.kind === 'count') return 'Counted as 0'
  const { units, document, to_location, reason } = taken
  return byCount(units, sentences[sentenceOf(taken)], {
    document: document ?? '',
    location: to_location === null ? '' : shortName(to_location),
    reason: reason === null ? '' : (reasonLabel(reason) ?? reason),
  })
}

function sentenceOf(taken: Taken): keyof typeof sentences {
  const { kind, is_undo, type, reason, to_account, to_location, document } = taken
  if (is_undo) return document === null ? 'undone' : 'document_undone'
  if (kind === 'write_off') return 'written_off'
  if (to_account === 'in_transit') return to_location === null ? 'sent' : 'sent_to'
  if (to_account === 'held') return 'on_hold'
  if (document !== null) return 'shipped'
  if (type === 'adjustment') return 'adjusted'
  return reason === null ? 'removed' : 'removed_because'
}
