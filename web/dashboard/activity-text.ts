import { byCount, counted, nounFor } from '../../contract/counted-nouns.ts'
import type { Activity } from '../../contract/dashboard.ts'
import { formatChange, formatQuantity } from '../../contract/quantity.ts'

const verbs = { added: 'Added new', updated: 'Updated', deleted: 'Deleted', modified: 'Modified' } as const
/** Titles for tables whose name doesn't tell what happened. */
const titles: Readonly<Record<string, Partial<Record<Activity['kind'], string>>>> = {
  members: { added: 'New member', updated: 'Changed member', deleted: 'Removed member' },
  stock_rules: { updated: 'Updated products' },
  member_settings: { updated: 'Changed notification settings' },
  invitations: { added: 'Created invitation', updated: 'Changed invitation', deleted: 'Deleted invitation' },
  api_keys: { added: 'Created API key', updated: 'Changed API key', deleted: 'Deleted API key' },
  webhook_endpoints: { added: 'Added webhook', updated: 'Changed webhook', deleted: 'Removed webhook' },
}
/** The server counts no more records than this. */
const mostRecords = 2_000

/**
 * Returns one line of Recent Activity: what was done, and what it was done to. `Updated products`, `Chang: price`;
 * `Received 40 units`, `PO-482913-117, receipt 1`.
 */
export function activityText(activity: Activity): { title: string; detail: string } {
  const { kind, table_name, name } = activity
  if (kind === 'stock') return { title: stockTitle(activity), detail: stockDetail(activity) }
  if (kind === 'imported') return { title: `Imported ${name ?? 'data'}`, detail: importDetail(activity) }
  if (kind === 'import_undone') return { title: `Undid import of ${name ?? 'data'}`, detail: countOf(activity) }
  return { title: titles[table_name]?.[kind] ?? `${verbs[kind]} ${spaced(table_name)}`, detail: recordDetail(activity) }
}

function recordDetail(activity: Activity): string {
  return [subjectOf(activity), activity.fields.map(changeText).join(', ')].filter(Boolean).join(': ')
}

/** What records without a name are called: an invitation without an email address is a link. */
const unnamed: Readonly<Record<string, string>> = { invitations: 'by link' }

function subjectOf({ table_name, records, name }: Activity): string | null {
  if (records === 1) return name ?? unnamed[table_name] ?? null
  if (name === null) return counted(records, 'record')
  const others = formatQuantity(records - 1)
  return records >= mostRecords ? `${name} and ${others}+ more` : `${name} and ${others} more`
}

/** Texts for fields whose name doesn't tell what changed. */
const changeTexts: Readonly<Record<string, string>> = {
  min_stock_level: 'minimum stock',
  max_stock_level: 'maximum stock',
  'is_default on': 'default location',
  'is_active on': 'activated',
  'is_active off': 'deactivated',
  location_ids: 'locations',
  'revoked_at on': 'revoked',
  'archived_at on': 'archived',
  'archived_at off': 'restored',
  'hidden_at on': 'deleted',
  'hidden_at off': 'restored',
}

function changeText({ name, to }: Activity['fields'][number]): string {
  const change = to === null ? name : `${name} ${to}`
  return changeTexts[change] ?? spaced(change)
}

const stockTitles = {
  moved: { one: 'Moved {count} unit', other: 'Moved {count} units' },
  moved_to: { one: 'Moved {count} unit to {location}', other: 'Moved {count} units to {location}' },
  opening: { one: 'Opening stock of {count} unit', other: 'Opening stock of {count} units' },
  put_on_hold: { one: 'Put {count} unit on hold', other: 'Put {count} units on hold' },
  released_from_hold: { one: 'Released {count} unit from hold', other: 'Released {count} units from hold' },
  received: { one: 'Received {count} unit', other: 'Received {count} units' },
  received_on_hold: { one: 'Received {count} unit on hold', other: 'Received {count} units on hold' },
  shipped: { one: 'Shipped {count} unit', other: 'Shipped {count} units' },
  removed: { one: 'Removed {count} unit', other: 'Removed {count} units' },
  removed_on_hold: { one: 'Removed {count} unit on hold', other: 'Removed {count} units on hold' },
} as const

/** What a posting changed: on hand, otherwise on hold. Units that only moved between the two aren't "received". */
function stockTitle({ type, units, held, to_location_name, document }: Activity): string {
  const onHand = units ?? 0
  const onHold = held ?? 0
  const amount = onHand === 0 ? onHold : onHand
  const title = (key: keyof typeof stockTitles, values: Record<string, string> = {}) =>
    byCount(Math.abs(amount), stockTitles[key], values)
  if (type === 'transfer')
    return to_location_name === null ? title('moved') : title('moved_to', { location: to_location_name })
  if (type === 'opening') return title('opening')
  if (onHand !== 0 && onHand === -onHold) return title(onHand < 0 ? 'put_on_hold' : 'released_from_hold')
  if (amount === 0) return 'Counted stock'
  const isOnHold = onHand === 0
  if (type === 'adjustment')
    return isOnHold ? `Adjusted stock on hold by ${formatChange(amount)}` : `Adjusted stock by ${formatChange(amount)}`
  if (amount > 0) return title(isOnHold ? 'received_on_hold' : 'received')
  if (isOnHold) return title('removed_on_hold')
  return title(document?.kind === 'shipment' ? 'shipped' : 'removed')
}

function stockDetail(activity: Activity): string {
  const product = activity.records === 1 ? (activity.name ?? 'Product Not Found') : countOf(activity)
  return [activity.document?.number, product].filter(Boolean).join(' · ')
}

function importDetail(activity: Activity): string {
  const { units } = activity
  return [countOf(activity), units === null ? '' : `${formatChange(units)} ${nounFor(units, 'unit')}`]
    .filter(Boolean)
    .join(', ')
}

function countOf({ records }: Activity): string {
  return counted(records, 'product')
}

function spaced(word: string): string {
  return word.replaceAll('_', ' ')
}
