import { isErrorCode, type ErrorCode } from '../../contract/errors.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { Refusal } from '../platform/refusal.ts'

/** What the kernel says about a line it refuses (db/kernel/refusal.sql). */
export type RefusalDetails = Readonly<Record<string, unknown>>
type Sentence = (details: RefusalDetails) => string

const number = (value: unknown) => formatQuantity(Number(value ?? 0))
const place = (details: RefusalDetails) => (typeof details['location'] === 'string' ? ` at ${details['location']}` : '')

/** The kernel's refusals in words, with their numbers. */
const sentences: Partial<Record<ErrorCode, Sentence>> = {
  insufficient_stock: (details) =>
    `Only ${number(details['available'])} available${place(details)}, ${number(details['asked'])} asked`,
  // The kernel names a product that is there; one of another organisation is not.
  not_found: (details) => ('product_id' in details && !details['product'] ? 'Product not found' : 'Not found.'),
  too_many_decimals: ({ decimals }) =>
    Number(decimals) === 0 ? 'This product is counted in whole units' : `Use at most ${number(decimals)} decimals`,
  invalid_quantity: () => 'Quantity must be greater than 0',
  location_not_active: ({ location }) => `${typeof location === 'string' ? location : 'This location'} is not active`,
  product_archived: () => 'This product is archived. Restore it first.',
  conflict: ({ seen, present }) => `On hand is now ${number(present)}, no longer ${number(seen)}`,
  period_closed: () => 'The books are closed for this date',
  happened_in_future: () => 'This must not lie in the future',
  lot_expired: () => 'This lot has expired',
  exceeds_demand: () => 'This is more than the document still wants',
  balance_overflow: () => 'This would be more than can be kept in one place',
  posting_belongs_to_document: () => 'This belongs to a document and is undone there.',
  already_reversed: () => 'This was already undone.',
  cannot_reverse: () => 'This is itself an undo.',
}

/** Where each refusal stands in a form that has such a field. */
const fieldOf: Partial<Record<ErrorCode, string>> = {
  insufficient_stock: 'quantity',
  too_many_decimals: 'quantity',
  invalid_quantity: 'quantity',
  balance_overflow: 'quantity',
  product_archived: 'product_id',
  location_not_active: 'location_id',
  period_closed: 'happened_at',
  happened_in_future: 'happened_at',
}

export type Wording = {
  /** Sentences that are better here than the general ones. */
  sentences?: Partial<Record<ErrorCode, Sentence>>
  /** Fields by other names than the general ones; null for a form that has none of them. */
  fields?: Partial<Record<ErrorCode, string>> | null
}

/** Gives what the kernel refuses the words and the field of the form it came from. Everything else passes unchanged. */
export async function worded<T>(work: Promise<T>, wording: Wording = {}): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code: state, message: code, detail } = error as Error & { code?: string; detail?: string }
    if (!state?.startsWith('OH') || !isErrorCode(code)) throw error
    const details = detail ? (JSON.parse(detail) as RefusalDetails) : {}
    const sentence = (wording.sentences?.[code] ?? sentences[code])?.(details)
    const field = wording.fields === null ? undefined : (wording.fields?.[code] ?? fieldOf[code])
    throw new Refusal(code, sentence, { details, ...(field && sentence ? { fields: { [field]: sentence } } : {}) })
  }
}

/** The spec's sentence for taking out more than there is. N is what this entry may take, which may be more or less than on hand. */
export const cannotRemove: Wording['sentences'] = {
  insufficient_stock: (details) => `Cannot remove more than current stock (${number(details['available'])})`,
}
