import { byCount, counted } from '../../contract/counted-nouns.ts'
import { cannotRemove } from '../../contract/cannot-remove.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { ledgerRefusalOf, type RefusalDetails } from '../../ledger/refusals.ts'
import { Refusal } from '../platform/refusal.ts'
import { beyondLocations } from '../platform/sql-errors.ts'

type Sentence = (details: RefusalDetails) => string

const number = (value: unknown) => formatQuantity(Number(value ?? 0))
const where = (details: RefusalDetails) => (typeof details['location'] === 'string' ? ` at ${details['location']}` : '')

/** Why a posting can't be undone regardless of stock: before the attempt (undo-state.ts) and during it. */
export const undoReasons = {
  undone: 'This was already undone.',
  isUndo: 'This is already an undo.',
  ofDocument: 'This stock change belongs to a document. Undo it there.',
  onlyPromises: 'This only reserved stock for orders. There’s nothing to undo.',
} as const

/** For a quantity with more decimals than its product allows. */
export function tooFine(decimals: number): string {
  return decimals === 0 ? 'This product is counted in whole units' : `Use at most ${number(decimals)} decimals`
}

/** For something that isn't found: the location, if that is missing. */
export function missingLocation({ product_id, product, location_id }: RefusalDetails): string | undefined {
  return typeof location_id === 'string' && (!product_id || product) ? location_id : undefined
}

/** The ledger's refusals as messages, with their numbers. */
const sentences: Partial<Record<ErrorCode, Sentence>> = {
  insufficient_stock: (details) =>
    `Only ${number(details['available'])} available${where(details)}, ${number(details['asked'])} requested`,
  // The ledger names an existing product; another organization's isn't found.
  not_found: (details) => {
    if ('product_id' in details && !details['product']) return 'Product not found'
    return missingLocation(details) ? 'This location no longer exists' : 'Not found.'
  },
  too_many_decimals: ({ decimals }) => tooFine(Number(decimals)),
  invalid_quantity: () => 'Quantity must be greater than 0',
  location_not_active: ({ location }) => `${typeof location === 'string' ? location : 'This location'} isn’t active`,
  product_archived: () => 'This product is archived. Restore it first.',
  conflict: ({ seen, present }) => `On hand is now ${number(present)}; it was ${number(seen)} when you started`,
  period_closed: () => 'The books are closed for this date',
  happened_in_future: () => 'Date can’t be in the future',
  lot_expired: () => 'This lot has expired',
  exceeds_demand: () => 'This is more than the document needs',
  balance_overflow: () => 'This is more than a location can hold',
  posting_belongs_to_document: () => undoReasons.ofDocument,
  already_reversed: () => undoReasons.undone,
  forbidden: () => beyondLocations,
  cannot_reverse: (details) => (details['reverses_posting_id'] ? undoReasons.isUndo : undoReasons.onlyPromises),
}

/** The form field of each refusal, if the form has it. */
const fieldOf: Fields = {
  not_found: (details) => missingLocation(details) && 'location_id',
  insufficient_stock: 'quantity',
  too_many_decimals: 'quantity',
  invalid_quantity: 'quantity',
  balance_overflow: 'quantity',
  product_archived: 'product_id',
  location_not_active: 'location_id',
  forbidden: 'location_id',
  period_closed: 'happened_at',
  happened_in_future: 'happened_at',
}

type Fields = Partial<Record<ErrorCode, string | ((details: RefusalDetails) => string | undefined)>>

export type Wording = {
  /** Messages that fit better here than the general ones. */
  sentences?: Partial<Record<ErrorCode, Sentence>>
  /**
   * Fields with other names than the general ones, or determined by the refusal; null for a form that has none of them.
   */
  fields?: Fields | ((code: ErrorCode, details: RefusalDetails) => string | undefined) | null
}

/** Gives the ledger's refusals the messages and form field of their caller. Everything else passes unchanged. */
export async function explainRefusals<T>(work: Promise<T>, wording: Wording = {}): Promise<T> {
  try {
    return await work
  } catch (error) {
    const refused = ledgerRefusalOf(error)
    throw refused ? explainedRefusal(refused.code, refused.details, wording) : error
  }
}

/** The message of an actual or possible refusal of the ledger. */
export function explainedRefusal(code: ErrorCode, details: RefusalDetails, wording: Wording = {}): Refusal {
  const sentence = (wording.sentences?.[code] ?? sentences[code])?.(details)
  const field = fieldIn(wording, code, details)
  return new Refusal(code, sentence, { details, ...(field && sentence ? { fields: { [field]: sentence } } : {}) })
}

function fieldIn({ fields }: Wording, code: ErrorCode, details: RefusalDetails): string | undefined {
  if (fields === null) return undefined
  if (typeof fields === 'function') return fields(code, details)
  const field = fields?.[code] ?? fieldOf[code]
  return typeof field === 'function' ? field(details) : field
}

/** For manually removing more than available, or than the reason may take. */
export const removalSentences: Wording['sentences'] = {
  insufficient_stock: ({ account, asked, available, on_hand, expired }) =>
    cannotRemove({
      account: String(account),
      asked: Number(asked),
      available: Number(available),
      on_hand: Number(on_hand),
      expired: Number(expired ?? 0),
    }),
}

/**
 * An undo has no form, so its refusals are complete sentences. They name the product, lot and location, how many units
 * the undo needs and can have, and what blocks the others.
 */
export const undoWording: Wording = {
  fields: null,
  sentences: {
    insufficient_stock: (details) => {
      const { product, lot_number, location, asked, available } = details
      const lot = typeof lot_number === 'string' ? ` (lot ${lot_number})` : ''
      const at = typeof location === 'string' ? ` at ${location}` : ''
      const goods = `only ${number(available)} of ${number(asked)} units of ${product}${lot}`
      const kept = keptThere(details)
      if (kept.length > 0) return `Can’t undo: ${goods} can be removed${at}. ${kept.join(', ')}.`
      const state = details['account'] === 'held' ? 'on hold' : 'available'
      return byCount(
        Number(available ?? 0),
        { one: 'Can’t undo: {goods} is still {state}{at}.', other: 'Can’t undo: {goods} are still {state}{at}.' },
        { goods, state, at },
      )
    },
  },
}

/** What keeps units at the location: `3 are reserved`, `1 is on hold`. */
function keptThere({ account, reserved, held }: RefusalDetails): string[] {
  if (account === 'held') return []
  const [reservedUnits, heldUnits] = [Number(reserved ?? 0), Number(held ?? 0)]
  return [
    ...(reservedUnits > 0
      ? [byCount(reservedUnits, { one: '{count} is reserved', other: '{count} are reserved' })]
      : []),
    ...(heldUnits > 0 ? [byCount(heldUnits, { one: '{count} is on hold', other: '{count} are on hold' })] : []),
  ]
}

/** Why one product of an import stays when the import is undone, shown beside its name. */
export function leftoverSentence(code: string, details: RefusalDetails): string {
  const { asked, available, location } = details
  if (typeof asked === 'number' && typeof available === 'number')
    return byCount(
      available,
      {
        one: '{asked} must be removed, but only {count} is available{where}',
        other: '{asked} must be removed, but only {count} are available{where}',
      },
      { asked: number(asked), where: where(details) },
    )
  if (code === 'product_archived') return 'The product is archived'
  if (code === 'location_not_active')
    return typeof location === 'string' ? `${location} isn’t active` : 'The location isn’t active'
  return 'Its stock changes can’t be undone'
}

/** Why a location can’t be deleted or deactivated. */
export const closingWordings: Readonly<Record<'delete' | 'deactivate', Wording>> = {
  delete: {
    fields: null,
    sentences: {
      location_is_default: () => 'Can’t delete the default location',
      location_not_empty: (details) =>
        `Can’t delete a location that has stock: ${stockLeft(details)}. Move it to another location first`,
      location_has_open_documents: (details) =>
        `Can’t delete a location with open documents: ${openLeft(details)}. Complete or cancel them first`,
    },
  },
  deactivate: {
    fields: null,
    sentences: {
      location_is_default: () => 'Can’t deactivate the default location',
      location_not_empty: (details) =>
        `Can’t deactivate a location that has stock: ${stockLeft(details)}. Move it to another location first`,
      location_has_open_documents: (details) =>
        `Can’t deactivate a location with open documents: ${openLeft(details)}. Complete or cancel them first`,
    },
  },
}

/** `12 available, 3 reserved`: the remaining stock of a location. */
function stockLeft({ available, reserved, held, in_transit }: RefusalDetails): string {
  return listed([
    [available, (count) => `${count} available`],
    [reserved, (count) => `${count} reserved`],
    [held, (count) => `${count} on hold`],
    [in_transit, (count) => `${count} in transit`],
  ])
}

/** `1 open document, 12 units incoming`: what is still open at a location. */
function openLeft({ open_documents, pending_transactions, incoming }: RefusalDetails): string {
  return listed([
    [open_documents, () => counted(Number(open_documents), 'open document')],
    [pending_transactions, () => counted(Number(pending_transactions), 'pending transaction')],
    [incoming, (count) => `${count} units incoming`],
  ])
}

/** The texts of the counts that are not zero. */
function listed(parts: readonly (readonly [count: unknown, text: (count: string) => string])[]): string {
  return parts.flatMap(([count, text]) => (Number(count ?? 0) > 0 ? [text(number(count))] : [])).join(', ')
}
