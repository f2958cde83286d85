import { counted, nounFor } from '../../contract/counted-nouns.ts'
import type { Activity } from '../../contract/dashboard.ts'
import { formatChange, formatQuantity } from '../../contract/quantity.ts'

const verbs = { added: 'Added new', updated: 'Updated', deleted: 'Deleted', modified: 'Modified' } as const
/** Where the name of the table would not say what happened. */
const titles: Readonly<Record<string, Partial<Record<Activity['kind'], string>>>> = {
  members: { added: 'New member', updated: 'Changed member', deleted: 'Removed member' },
  member_settings: { updated: 'Changed notification settings' },
  invitations: { added: 'Invited', updated: 'Changed invitation', deleted: 'Deleted invitation' },
  api_keys: { added: 'Created API key', updated: 'Changed API key', deleted: 'Deleted API key' },
  webhook_endpoints: { added: 'Added webhook', updated: 'Changed webhook', deleted: 'Removed webhook' },
}
/** More records than this are not told apart (the server looks no further back). */
const mostRecords = 2_000

/**
 * One line of Recent Activity: what was done, then to what. `Updated products`, `Chang: price`; `Received 40 units`,
 * `PO-482913-117, receipt 1`.
 */
export function activityText(activity: Activity): { title: string; detail: string } {
  const { kind, table_name, name } = activity
  if (kind === 'stock') return { title: stockTitle(activity), detail: stockDetail(activity) }
  if (kind === 'imported') return { title: `Imported ${name ?? 'data'}`, detail: importDetail(activity) }
  if (kind === 'import_undone') return { title: `Undid import of ${name ?? 'data'}`, detail: countOf(activity) }
  return { title: titles[table_name]?.[kind] ?? `${verbs[kind]} ${spaced(table_name)}`, detail: recordDetail(activity) }
}

function recordDetail({ records, name, fields }: Activity): string {
  const others = `${formatQuantity(records - 1)}${records >= mostRecords ? '+' : ''} more`
  const what = records === 1 ? name : name === null ? counted(records, 'record') : `${name} and ${others}`
  return [what, fields.map(changeText).join(', ')].filter(Boolean).join(': ')
}

/** Where the name of the field would say less. */
const changeTexts: Readonly<Record<string, string>> = {
  min_stock_level: 'minimum stock',
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

/**
 * What a posting changed: on hand, else on hold. Goods that only went from one to the other are neither received nor
 * removed.
 */
function stockTitle({ type, units, held, to_location_name, document }: Activity): string {
  const onHand = units ?? 0
  const onHold = held ?? 0
  if (type === 'transfer')
    return `Moved ${unitsOf(onHand)}${to_location_name === null ? '' : ` to ${to_location_name}`}`
  if (type === 'opening') return `Opening stock of ${unitsOf(onHand)}`
  if (onHand !== 0 && onHand === -onHold)
    return onHand < 0 ? `Put ${unitsOf(onHand)} on hold` : `Released ${unitsOf(onHand)} from hold`
  const isOnHold = onHand === 0
  const amount = isOnHold ? onHold : onHand
  const what = `${unitsOf(amount)}${isOnHold ? ' on hold' : ''}`
  if (amount === 0) return 'Counted stock'
  if (type === 'adjustment') return `Adjusted stock${isOnHold ? ' on hold' : ''} by ${formatChange(amount)}`
  if (amount > 0) return `Received ${what}`
  return document?.kind === 'shipment' ? `Shipped ${what}` : `Removed ${what}`
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

function unitsOf(amount: number): string {
  return counted(Math.abs(amount), 'unit')
}

function spaced(word: string): string {
  return word.replaceAll('_', ' ')
}
