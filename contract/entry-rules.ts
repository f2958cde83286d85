import { z } from 'zod'
import { enteredMoment, id, idOr, optionalDay, optionalText, someNumber } from './fields.ts'
import { limits } from './limits.ts'
import { decimalPlaces } from './quantity.ts'
import { reasonCodes, type ReasonCode, enteredTypes, reasonsOf } from './stock-reasons.ts'
import { trimmed } from './trimmed.ts'

/** The rules of one dialog: whether a reason is required, and its messages for quantities that are too small or 0. */
type EntryRules = { reasonRequired: boolean; tooSmall: string; zero: string }

const transactionRules: EntryRules = {
  reasonRequired: true,
  tooSmall: 'Quantity must be greater than 0',
  zero: 'Quantity must not be 0',
}

/** Of the stock-update dialog. */
export const updateRules: EntryRules = {
  reasonRequired: false,
  tooSmall: 'Quantity must be at least 1',
  zero: 'Quantity must be at least 1, or −1 to remove',
}

/** For an expiry date without the lot it belongs to. */
export const lotNumberMissing = 'Enter a lot number for the expiry date'

/** Units with a sign; `missing` is the message without one. */
export const signedQuantity = (missing: string) =>
  someNumber(missing)
    .min(-limits.quantityMax, 'This quantity is too large')
    .max(limits.quantityMax, 'This quantity is too large')
    .refine((value) => decimalPlaces(value) <= limits.quantityDecimalsMax, 'Use at most 4 decimals')

/** Why stock moved, where a person says so. */
export const reasonCode = z.enum(reasonCodes as [ReasonCode, ...ReasonCode[]], 'Reason code is required')

/** The lot of an entry. */
export const lotFields = {
  /** `in` creates the lot if it is new; `out` only takes from it. */
  lot_number: optionalText(limits.skuCharacters),
  /** The lot's, so only with its number and for units that come in; for an existing lot, its expiry or none. */
  expires_on: optionalDay,
}

/** What a transaction and its draft are entered with. */
export const entryFields = {
  product_id: idOr('Product is required'),
  type: z.enum(enteredTypes, 'Transaction type is required'),
  /** Units; more than 0 for `in` and `out`, signed and not 0 for `adjustment`. */
  quantity: signedQuantity(transactionRules.tooSmall),
  reason_code: reasonCode.nullish(),
  notes: optionalText(),
  /** The location; if omitted, chosen by the server: the product's location for `in`, where the stock is for `out`. */
  location_id: id.nullish(),
  ...lotFields,
  /** At the earliest the day the books were closed; now if omitted. */
  happened_at: enteredMoment.nullish(),
}

type Entry = {
  type?: unknown
  quantity?: unknown
  reason_code?: unknown
  notes?: unknown
  lot_number?: unknown
  expires_on?: unknown
}

/** Whether an entry brings in units, which may be of a new lot. */
export function bringsUnits({ type, quantity, reason_code }: Entry): boolean {
  if (type === 'adjustment') return typeof quantity === 'number' && quantity > 0
  return type === 'in' && reason_code !== 'qc_release'
}

/** Rules across fields are checked even if another field is wrong, so that a form shows all problems at once. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

/**
 * Adds the rules across an entry's fields: the sign of the quantity, the reason of the type, notes for Other, and an
 * expiry date only for a lot that comes in.
 */
export function withEntryRules<T extends z.ZodType<Entry>>(
  schema: T,
  { reasonRequired, tooSmall, zero }: EntryRules = transactionRules,
): T {
  return schema
    .refine((entry: Entry) => entry.type === 'adjustment' || typeof entry.quantity !== 'number' || entry.quantity > 0, {
      path: ['quantity'],
      error: tooSmall,
      ...always,
    })
    .refine((entry: Entry) => entry.type !== 'adjustment' || entry.quantity !== 0, {
      path: ['quantity'],
      error: zero,
      ...always,
    })
    .refine(
      (entry: Entry) =>
        !reasonRequired || entry.type === 'adjustment' || typeof entry.type !== 'string' || entry.reason_code != null,
      {
        path: ['reason_code'],
        error: 'Reason code is required',
        ...always,
      },
    )
    .refine((entry: Entry) => entry.type !== 'adjustment' || entry.reason_code == null, {
      path: ['reason_code'],
      error: 'Adjustments don’t have a reason code',
      ...always,
    })
    .refine((entry: Entry) => entry.reason_code == null || entry.type === 'adjustment' || fitsType(entry), {
      path: ['reason_code'],
      error: 'This reason doesn’t match the transaction type',
      ...always,
    })
    .refine(
      (entry: Entry) =>
        entry.reason_code !== 'other' || (typeof entry.notes === 'string' && trimmed(entry.notes) !== ''),
      {
        path: ['notes'],
        error: 'Notes are required when selecting Other',
        ...always,
      },
    )
    .refine((entry: Entry) => !entry.expires_on || Boolean(entry.lot_number), {
      path: ['expires_on'],
      error: lotNumberMissing,
      ...always,
    })
    .refine((entry: Entry) => !entry.expires_on || bringsUnits(entry), {
      path: ['expires_on'],
      error: 'Only incoming units can have an expiry date',
      ...always,
    })
}

function fitsType({ type, reason_code }: Entry): boolean {
  const known = enteredTypes.find((one) => one === type)
  return known === undefined || reasonsOf(known).some((reason) => reason === reason_code)
}
