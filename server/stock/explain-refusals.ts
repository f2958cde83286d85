import { dateInFuture } from '../../contract/days.ts'
import { cannotRemove } from '../../contract/cannot-remove.ts'
import { counted } from '../../contract/counted-nouns.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { ledgerRefusalOf, type RefusalDetails } from '../../ledger/refusals.ts'
import { Refusal } from '../platform/refusal.ts'
import { noLocationAccess } from '../platform/sql-errors.ts'

type Sentence = (details: RefusalDetails) => string

/** A number of a refusal as people read it. */
export const amount = (value: unknown) => formatQuantity(Number(value ?? 0))
/** ` at Main Warehouse`, if the refusal names a location. */
export const atLocation = (details: RefusalDetails) =>
  typeof details['location'] === 'string' ? ` at ${details['location']}` : ''

/** Why a posting can't be undone regardless of stock: before the attempt (undo-state.ts) and during it. */
export const undoReasons = {
  undone: 'This was already undone.',
  isUndo: 'This is already an undo.',
  ofDocument: 'This stock change belongs to a document. Undo it there.',
  onlyCommitments: 'This only reserved stock for orders. There’s nothing to undo.',
  archived: 'This product is archived. Restore it first.',
} as const

/** For a quantity with more decimals than its product allows. */
export function tooFine(decimals: number): string {
  return decimals === 0 ? 'Use a whole number for this product' : `Use at most ${counted(decimals, 'decimal')}`
}

/** For something that isn't found: the location, if that is missing. */
export function missingLocation({ product_id, product, location_id }: RefusalDetails): string | undefined {
  return typeof location_id === 'string' && (!product_id || product) ? location_id : undefined
}

/** The ledger's refusals as messages, with their numbers. */
const sentences: Partial<Record<ErrorCode, Sentence>> = {
  insufficient_stock: (details) =>
    `Only ${amount(details['available'])} available${atLocation(details)}, ${amount(details['asked'])} requested`,
  // The ledger names an existing product; another organization's isn't found.
  not_found: (details) => {
    if ('product_id' in details && !details['product']) return 'Product not found'
    return missingLocation(details)
      ? 'This location no longer exists'
      : 'This no longer exists, or you don’t have access to it'
  },
  too_many_decimals: ({ decimals }) => tooFine(Number(decimals)),
  invalid_quantity: () => 'Quantity must be greater than 0',
  location_not_active: ({ location }) => `${typeof location === 'string' ? location : 'This location'} isn’t active`,
  product_archived: () => undoReasons.archived,
  conflict: ({ seen, present }) => `On hand is now ${amount(present)}; it was ${amount(seen)} when you started`,
  period_closed: () => 'The books are closed for this date',
  happened_in_future: () => dateInFuture,
  lot_expired: () => 'This lot has expired',
  exceeds_demand: () => 'This is more than the order or transfer needs',
  balance_overflow: () => 'This quantity is too large',
  posting_belongs_to_document: () => undoReasons.ofDocument,
  already_reversed: () => undoReasons.undone,
  forbidden: () => noLocationAccess,
  cannot_reverse: (details) => (details['reverses_posting_id'] ? undoReasons.isUndo : undoReasons.onlyCommitments),
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

/** What is about one product: without a form field, its message says which. */
const ofOneProduct: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'insufficient_stock',
  'too_many_decimals',
  'invalid_quantity',
  'product_archived',
  'lot_expired',
  'exceeds_demand',
  'balance_overflow',
])

export type RefusalMessages = {
  /** Messages that fit better here than the general ones. */
  sentences?: Partial<Record<ErrorCode, Sentence>>
  /**
   * Fields with other names than the general ones, or determined by the refusal; null for a form that has none of them.
   */
  fields?: Fields | ((code: ErrorCode, details: RefusalDetails) => string | undefined) | null
}

/** Gives the ledger's refusals the messages and form field of their caller. Everything else passes unchanged. */
export async function explainRefusals<T>(work: Promise<T>, wording: RefusalMessages = {}): Promise<T> {
  try {
    return await work
  } catch (error) {
    const refused = ledgerRefusalOf(error)
    throw refused ? explainedRefusal(refused.code, refused.details, wording) : error
  }
}

/** The message of an actual or possible refusal of the ledger. */
export function explainedRefusal(code: ErrorCode, details: RefusalDetails, wording: RefusalMessages = {}): Refusal {
  const field = fieldIn(wording, code, details)
  const own = wording.sentences?.[code]
  const sentence = own ? own(details) : generalSentence(code, details, field === undefined)
  return new Refusal(code, sentence, { details, ...(field && sentence ? { fields: { [field]: sentence } } : {}) })
}

function generalSentence(code: ErrorCode, details: RefusalDetails, namesProduct: boolean): string | undefined {
  const sentence = sentences[code]?.(details)
  const { product } = details
  if (!namesProduct || !sentence || typeof product !== 'string' || !ofOneProduct.has(code)) return sentence
  return sentence.startsWith('This product ')
    ? sentence.replace('This product', () => product)
    : `${product}: ${sentence}`
}

function fieldIn({ fields }: RefusalMessages, code: ErrorCode, details: RefusalDetails): string | undefined {
  if (fields === null) return undefined
  if (typeof fields === 'function') return fields(code, details)
  const field = fields?.[code] ?? fieldOf[code]
  return typeof field === 'function' ? field(details) : field
}

/** For manually removing more than available, or than the reason may take. */
export const removalSentences: RefusalMessages['sentences'] = {
  insufficient_stock: ({ account, asked, available, on_hand, expired }) =>
    cannotRemove({
      account: String(account),
      asked: Number(asked),
      available: Number(available),
      on_hand: Number(on_hand),
      expired: Number(expired ?? 0),
    }),
}
