import { fieldNoun, noVisibleChange } from '../../contract/audit-kinds.ts'
import type { AuditChange, AuditEntry } from '../../contract/audit-trail.ts'
import { counted } from '../../contract/counted-nouns.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { reasonLabel } from '../../contract/reason-labels.ts'
import { fieldText, summaryOf, valueText } from './audit-text.ts'
import { documentKindOf } from './document-kinds.ts'
import { changesOnlySums, roleOf, shownChanges } from './save-rows.ts'
import { createdOrDeletedTitle, undoneTitle, updateTitle } from './save-titles.ts'
import { stockText } from './stock-text.ts'

/** One value of a save: old and new. Without either, the label is complete. */
export type SavedValue = Readonly<{ label: string; before?: string | null; after?: string | null }>

/** A part of a save: what one of its rows did. */
export type SavedPart = Readonly<{
  /**
   * `created`: an order or a shipment, with its lines below it; `record`: any other created or deleted record. Values
   * of `lines`, `proposal` and `totals` have no title of their own.
   */
  kind: 'created' | 'record' | 'status' | 'fields' | 'lines' | 'proposal' | 'totals' | 'stock' | 'undone'
  title: string
  values: readonly SavedValue[]
  link: Readonly<{ text: string; to: string }> | null
}>

/** What a row did, on the history of `record_id`; null if nothing of it is shown. */
export function partOf(entry: AuditEntry, save: readonly AuditEntry[], record_id: string): SavedPart | null {
  switch (roleOf(entry)) {
    case 'stock':
      return stockPart(entry, record_id)
    case 'line':
      return linePart(entry, save)
    case 'proposal':
      return proposalPart(entry)
    case 'draft':
      // The product's name alone wouldn't say what was completed.
      return entry.action === 'updated' ? titled('fields', summaryOf(entry)) : createdPart(entry)
    default:
      if (entry.action !== 'updated') return createdPart(entry)
      return updatedPart(entry, shownChanges(entry, save))
  }
}

function titled(kind: SavedPart['kind'], title: string, values: readonly SavedValue[] = []): SavedPart {
  return { kind, title, values, link: null }
}

function createdPart(entry: AuditEntry): SavedPart {
  const hasLines = roleOf(entry) === 'order' || entry.table_name === 'shipments'
  return titled(hasLines && entry.action === 'created' ? 'created' : 'record', createdOrDeletedTitle(entry))
}

function updatedPart(entry: AuditEntry, changes: readonly AuditChange[]): SavedPart | null {
  if (changes.some(({ field, after }) => field === 'undone_at' && after !== null))
    return titled('undone', undoneTitle(entry))
  const status = changes.find(({ field }) => field === 'status')
  return status ? statusPart(entry, status, changes) : fieldsPart(entry, changes)
}

function statusPart(entry: AuditEntry, status: AuditChange, changes: readonly AuditChange[]): SavedPart {
  const text = (value: AuditChange['before']) => valueText('status', value, entry.table_name)
  const others = changes.filter((change) => change !== status)
  return titled('status', `${ownerOf(entry)}${text(status.before)} → ${text(status.after)}`, valuesOf(entry, others))
}

function fieldsPart(entry: AuditEntry, changes: readonly AuditChange[]): SavedPart | null {
  const isOfSums = changesOnlySums(entry, changes)
  if (changes.length === 0 && (isOfSums || summaryOf(entry) === noVisibleChange)) return null
  if (isOfSums) return titled('totals', '', valuesOf(entry, changes))
  return titled('fields', `${ownerOf(entry)}${updateTitle(entry, changes)}`, valuesOf(entry, changes))
}

const ownerOf = ({ part }: AuditEntry) => (part === null ? '' : `${part}: `)

function valuesOf({ table_name }: AuditEntry, changes: readonly AuditChange[]): SavedValue[] {
  return changes.map((change) => ({
    label: fieldText(change),
    before: valueText(change.field, change.before, table_name),
    after: valueText(change.field, change.after, table_name),
  }))
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
    return titled('lines', '', [{ label: product, ...values }])
  }
  const values = shownChanges(entry, save).map((change) => ({
    label: `${product}, ${fieldNoun(change.field)}`,
    before: valueText(change.field, change.before, table_name),
    after: valueText(change.field, change.after, table_name),
  }))
  return values.length === 0 ? null : titled('lines', '', values)
}

/** A quantity that the supplier proposed, beside the ordered one. */
function proposalPart({ part, changes, table_name }: AuditEntry): SavedPart {
  const value = (field: string) =>
    valueText(field, changes.find((one) => one.field === field)?.after ?? null, table_name)
  const label = `${part ?? 'Product'}, proposed quantity`
  return titled('proposal', '', [{ label, before: value('ordered_quantity'), after: value('quantity') }])
}

function stockPart(entry: AuditEntry, record_id: string): SavedPart | null {
  const { stock } = entry
  if (stock === null) return null
  const { document, reason } = stock
  const cause = document === null ? reasonLabel(reason) : null
  const text = stockText(stock, goodsOf(entry, record_id))
  const link =
    document === null ? { text: 'Transaction', to: recordAddress('posting', entry.record_id) } : linkTo(document)
  return {
    kind: 'stock',
    title: cause === null ? text : `${text} (${cause})`,
    values: valuesOf(entry, entry.changes),
    link: document?.id === record_id || entry.record_id === record_id ? null : link,
  }
}

function linkTo({ kind, id, number }: NonNullable<NonNullable<AuditEntry['stock']>['document']>): SavedPart['link'] {
  const document = documentKindOf(kind)
  return document && { text: number ?? document.open, to: recordAddress(document.kind, id) }
}

/** The goods that a posting moved: empty on their own product's history. */
function goodsOf({ stock, subject_id }: AuditEntry, record_id: string): string {
  const products = new Set(stock?.moves.map(({ product }) => product))
  const [product = ''] = products
  if (products.size > 1) return counted(products.size, 'product')
  return subject_id === record_id && products.size === 1 ? '' : product
}
