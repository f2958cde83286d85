import { fieldNoun } from '../../contract/audit-kinds.ts'
import type { AuditChange, AuditEntry } from '../../contract/audit-trail.ts'
import { counted } from '../../contract/counted-nouns.ts'
import type { StatusChange } from '../../contract/documents.ts'
import { subjectAddress, type SubjectKind } from '../../contract/notification-kinds.ts'
import { reasonLabel } from '../../contract/reason-labels.ts'
import { authorText, fieldText, summaryOf, valueText } from './audit-text.ts'
import { createdOrDeletedTitle, paymentTables, undoneTitle, updateTitle } from './save-titles.ts'
import { stockText } from './stock-text.ts'

/** One value of a save: old and new. Without either, the label is complete. */
export type SavedValue = Readonly<{ label: string; before?: string | null; after?: string | null }>

type SavedPart = Readonly<{
  /** What this part of the save did; empty for values that its title already covers. */
  title: string
  values: readonly SavedValue[]
  link: Readonly<{ text: string; to: string }> | null
}>

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
  return groups.map((group) => saveOf(group, record_id))
}

function isSameSave(group: readonly AuditEntry[], entry: AuditEntry): boolean {
  return group.some((other) => {
    const apartMs = Math.abs(Date.parse(other.created_at) - Date.parse(entry.created_at))
    if (other.user_id !== entry.user_id || apartMs > saveLastsMs) return false
    return other.save === null || entry.save === null ? apartMs < sameMomentMs : other.save === entry.save
  })
}

function saveOf(entries: readonly AuditEntry[], record_id: string): Save {
  const [newest] = entries
  const shown = entries
    .filter((entry) => !followsFrom(entry, entries))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.created_at.localeCompare(other.created_at))
  const parts = joined(
    shown.map((entry) => partOf(entry, entries, record_id)).filter((part) => part !== null),
    shown.some(isLine),
  )
  const made = shown.find(
    ({ action, table_name }) => (action === 'created' || action === 'deleted') && !/_items$|payments$/.test(table_name),
  )
  return {
    id: newest?.id ?? '',
    at: newest?.created_at ?? '',
    author: newest ? authorText(newest) : '',
    parts: parts.length > 0 ? parts : [{ title: 'Saved', values: [], link: null }],
    details: made && !shownInFull.includes(made.table_name) ? made : null,
  }
}

/** Records whose save shows all of their content. */
const shownInFull = ['comments', 'sales_order_questions', 'supplier_responses']
const documents = ['receipts', 'shipments', 'sales_returns', 'location_transfers']
const orders = ['sales_orders', 'purchase_orders']
/** Values of an order derived from lines and payments. */
const sums = ['total_amount', 'paid_amount', 'payment_status']
const isProposal = ({ table_name }: AuditEntry) => table_name === 'supplier_response_items'
const isLine = (entry: AuditEntry) => entry.table_name.endsWith('_items') && !isProposal(entry)

/** The order of a save's parts: the created record first, then documents, statuses, values, lines, stock, sums. */
function rankOf(entry: AuditEntry): number {
  const { table_name, action, changes } = entry
  if (documents.includes(table_name)) return 1
  if (paymentTables.includes(table_name)) return 2
  if (isLine(entry)) return 6
  if (table_name === 'stock') return 7
  if (action !== 'updated') return 0
  if (orders.includes(table_name) && changes.every(({ field }) => sums.includes(field))) return 8
  return changes.some(({ field }) => field === 'status') ? 3 : 4
}

/** Whether other rows of the save imply it: sums of a new order, counts of lines whose stock moved. */
function followsFrom(entry: AuditEntry, save: readonly AuditEntry[]): boolean {
  const { action, table_name } = entry
  if (action !== 'updated' || table_name === 'stock') return false
  if (save.some((one) => one.action === 'created' && one.record_id === entry.record_id)) return true
  return shownChanges(entry, save).length === 0 && summaryOf(entry) === 'Updated record' && save.length > 1
}

const lineCounts = ['planned_quantity', 'received_quantity', 'shipped_quantity', 'returned_quantity']

function shownChanges(entry: AuditEntry, save: readonly AuditEntry[]): readonly AuditChange[] {
  const hasStock = save.some(({ table_name }) => table_name === 'stock')
  const hasPayment = save.some(({ table_name }) => paymentTables.includes(table_name))
  return entry.changes.filter(({ field }) => {
    if (isLine(entry)) return field !== 'amount' && field !== 'line_no' && !(hasStock && lineCounts.includes(field))
    if (field === 'undone_by' || field.endsWith('_reference')) return false
    return !(hasPayment && orders.includes(entry.table_name) && field === 'paid_amount')
  })
}

function partOf(entry: AuditEntry, save: readonly AuditEntry[], record_id: string): SavedPart | null {
  if (entry.stock !== null) return stockPart(entry, entry.stock, record_id)
  if (isLine(entry)) return linePart(entry, save)
  if (isProposal(entry)) return proposalPart(entry)
  if (entry.action !== 'updated') return { title: createdOrDeletedTitle(entry), values: [], link: null }
  // The product's name alone wouldn't say what was completed.
  if (entry.table_name === 'transaction_drafts') return { title: summaryOf(entry), values: [], link: null }
  const changes = shownChanges(entry, save)
  const whose = entry.part === null ? '' : `${entry.part}: `
  const isOfSums = orders.includes(entry.table_name) && changes.every(({ field }) => sums.includes(field))
  if (changes.some(({ field, after }) => field === 'undone_at' && after !== null))
    return {
      title: undoneTitle(entry),
      values: [],
      link: null,
    }
  const status = changes.find(({ field }) => field === 'status')
  const others = changes.filter((change) => change !== status)
  const values = others.map((change) => ({
    label: fieldText(change),
    before: valueText(change.field, change.before, entry.table_name),
    after: valueText(change.field, change.after, entry.table_name),
  }))
  if (status) {
    const text = (value: AuditChange['before']) => valueText('status', value, entry.table_name)
    return { title: `${whose}${text(status.before)} → ${text(status.after)}`, values, link: null }
  }
  if (changes.length === 0 && (isOfSums || summaryOf(entry) === 'Updated record')) return null
  return { title: isOfSums ? '' : `${whose}${updateTitle(entry, changes)}`, values, link: null }
}

function linePart(entry: AuditEntry, save: readonly AuditEntry[]): SavedPart | null {
  const { action, part, changes, table_name } = entry
  const product = part ?? 'Deleted product'
  const value = (field: string) => {
    const change = changes.find((one) => one.field === field)
    return change ? valueText(field, change.after ?? change.before, table_name) : null
  }
  if (action !== 'updated') {
    const price = value('unit_price')
    const what = `${value('quantity') ?? ''}${price === null ? '' : ` × ${price}`}`
    const values = action === 'created' ? { before: null, after: what } : { before: what, after: null }
    return { title: '', values: [{ label: product, ...values }], link: null }
  }
  const values = shownChanges(entry, save).map((change) => ({
    label: `${product}, ${fieldNoun(change.field)}`,
    before: valueText(change.field, change.before, table_name),
    after: valueText(change.field, change.after, table_name),
  }))
  return values.length === 0 ? null : { title: '', values, link: null }
}

/** A quantity that the supplier proposed, beside the ordered one. */
function proposalPart({ part, changes, table_name }: AuditEntry): SavedPart {
  const value = (field: string) =>
    valueText(field, changes.find((one) => one.field === field)?.after ?? null, table_name)
  const values = [
    { label: `${part ?? 'Product'}, proposed quantity`, before: value('ordered_quantity'), after: value('quantity') },
  ]
  return { title: '', values, link: null }
}

/** Links to documents without a number. */
const openTexts: Readonly<Record<string, string>> = {
  import: 'Open import',
  purchase_order: 'Open purchase order',
  receipt: 'Open receipt',
  return: 'Open return',
  sales_order: 'Open sales order',
  shipment: 'Open shipment',
  transfer: 'Open transfer',
}

function stockPart(entry: AuditEntry, stock: NonNullable<AuditEntry['stock']>, record_id: string): SavedPart {
  const { document, reason } = stock
  const cause = document === null ? reasonLabel(reason) : null
  const products = new Set(stock.moves.map(({ product }) => product))
  const [product = ''] = products
  const of =
    entry.subject_id === record_id && products.size === 1
      ? ''
      : products.size > 1
        ? counted(products.size, 'product')
        : product
  const link =
    document === null
      ? { text: 'Transaction', to: `/postings/${entry.record_id}` }
      : {
          text: document.number ?? openTexts[document.kind] ?? 'Open document',
          to: subjectAddress(document.kind as SubjectKind, document.id),
        }
  return {
    title: cause === null ? stockText(stock, of) : `${stockText(stock, of)} (${cause})`,
    values: entry.changes.map((change) => ({
      label: fieldText(change),
      before: valueText(change.field, change.before),
      after: valueText(change.field, change.after),
    })),
    link: document?.id === record_id || entry.record_id === record_id ? null : link,
  }
}

/**
 * Values without their own title (lines and sums of an order) are listed below the order or shipment that was created,
 * below the payment that changed the sums, or as an update of its items.
 */
function joined(parts: readonly SavedPart[], hasLines: boolean): SavedPart[] {
  const titled = parts.filter(({ title }) => title !== '')
  const values = parts.filter(({ title }) => title === '').flatMap((part) => part.values)
  if (values.length === 0) return titled
  const [first, ...rest] = titled
  if (first && (!hasLines || /^(Order|Shipment \d+) created$/.test(first.title)))
    return [{ ...first, values: [...first.values, ...values] }, ...rest]
  return [{ title: hasLines ? 'Updated items' : 'Updated totals', values, link: null }, ...titled]
}

/** The note entered with the status of a save; null if there is none. */
export function noteOf({ at, parts }: Save, statusChanges: readonly StatusChange[]): string | null {
  if (!parts.some(({ title }) => title.includes(' → '))) return null
  const near = (change: StatusChange) => Math.abs(Date.parse(change.created_at) - Date.parse(at)) < sameMomentMs
  return (
    statusChanges.find((change) => change.notes !== null && change.old_status !== null && near(change))?.notes ?? null
  )
}

/** The parts of a save with this many of their values, from the first on. */
export function firstValues(parts: readonly SavedPart[], most: number): SavedPart[] {
  let left = most
  return parts.map((part) => {
    const values = part.values.slice(0, left)
    left -= values.length
    return { ...part, values }
  })
}
