import { isUrl } from './is-url.ts'
import { z } from 'zod'
import type { Currency } from './currencies.ts'
import { dateBefore1970 } from './days.ts'
import { isEmailAddress } from './email-address.ts'
import { isFileAddress } from './file-addresses.ts'
import { limits } from './limits.ts'
import { decimalPlaces } from './quantity.ts'
import { trimmed } from './trimmed.ts'

/** The field types of all contracts. Every text input is a `storableText`, whatever else its field requires. */

const noValue: readonly unknown[] = [undefined, null, '', Number.NaN]

/** Uses `message` for a missing value in any form: a missing key, null or an empty text. */
export const whenMissing = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (noValue.includes(input) ? message : undefined),
})

/** An id in the database's spelling, lower case: ids are compared as text, and callers may use either case. */
export const idOr = (message?: string) => z.uuid(message ?? whenMissing('Please choose one')).toLowerCase()
export const id = idOr()

/**
 * A text that PostgreSQL can store: no NUL, and no half of a surrogate pair, which it refuses inside JSON and would
 * replace outside. `missing` is the message for a missing value, `wrong` for an unusable text.
 */
export const storableText = (max: number, { missing, wrong }: { missing?: string; wrong?: string } = {}) =>
  z
    .string(missing === undefined ? undefined : whenMissing(missing))
    .max(max, wrong ?? `Must be at most ${max} characters`)
    .refine((value) => !value.includes('\0'), wrong ?? 'Must not contain NUL characters')
    .refine((value) => value.isWellFormed(), wrong ?? 'Must be well-formed text')

/** A text as typed, trimmed at both ends; empty if nothing of it can be seen. */
export const text = (max: number = limits.textCharacters) => textOr('This field is required', max)

const textOr = (missing: string, max: number) => storableText(max, { missing }).transform(trimmed)

/** A text that must not be empty once trimmed; `message` is the spec's sentence for it. */
export const requiredText = (message: string, max: number = limits.nameCharacters) =>
  textOr(message, max).refine((value) => value !== '', message)

/** A list with at least one entry; `message` if it is empty or missing. */
export const requiredList = <T extends z.ZodType>(entry: T, message: string) =>
  z.array(entry, whenMissing(message)).min(1, message)

/** A text for which empty and missing both mean null. */
export const optionalText = (max: number = limits.textCharacters) =>
  text(max)
    .nullish()
    .transform((value) => value || null)

/** An email address that may be left empty. */
export const optionalEmail = storableText(320, { wrong: 'Please enter a valid email address' })
  .nullish()
  .transform((value) => trimmed(value ?? '') || null)
  .refine((value) => value === null || isEmailAddress(value), 'Please enter a valid email address')

/** An email recipient: at most the 254 characters that mail servers accept. */
export const mailAddress = z
  .string('Please enter a valid email address')
  .pipe(storableText(254, { wrong: 'Please enter a valid email address' }))
  .transform(trimmed)
  .refine(isEmailAddress, 'Please enter a valid email address')

/** An optional http(s) address. Other schemes are refused, because addresses end up in link attributes. */
export const optionalUrl = (message = 'Please enter a valid URL') =>
  storableText(limits.urlCharacters, { wrong: message })
    .nullish()
    .transform((value) => trimmed(value ?? '') || null)
    .refine((value) => value === null || isHttpUrl(value), message)

function isHttpUrl(value: string): boolean {
  if (!isUrl(value) || /\s/.test(value)) return false
  return ['http:', 'https:'].includes(new URL(value).protocol)
}

/** A required http(s) address. */
export const requiredUrl = (message = 'Please enter a valid URL') =>
  optionalUrl(message).transform((value, context) => {
    if (value === null) context.addIssue({ code: 'custom', message })
    return value ?? ''
  })

/**
 * The address of a picture: https, or one of our own files. The page loads nothing over http, so an http address is
 * stored as https, as a browser would upgrade it; scripts, data and addresses with a password in them are refused.
 */
export const optionalImage = (message = 'Please enter a valid URL') =>
  storableText(limits.urlCharacters, { wrong: message })
    .nullish()
    .transform((value) => trimmed(value ?? '').replace(/^http:/i, 'https:') || null)
    .refine((value) => value === null || isFileAddress(value) || isPictureUrl(value), message)

function isPictureUrl(value: string): boolean {
  if (!isHttpUrl(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

/** The code of a currency that was chosen from the list (ISO 4217), which pages that only read it don't load. */
export const currencyCode = z.string() as unknown as z.ZodType<Currency, Currency>

/** An amount, two decimals at most, not negative. `missing` is the message for a missing amount. */
export const money = (message = 'Price cannot be negative', missing?: string) =>
  z
    .number(missing === undefined ? undefined : whenMissing(missing))
    .min(0, message)
    .max(limits.moneyMax, 'This amount is too large')
    .refine((value) => decimalPlaces(value) <= 2, 'Use at most 2 decimals')

/** A unit cost, four decimals at most, not negative. */
export const unitCost = (message = 'Cost price cannot be negative') =>
  z
    .number()
    .min(0, message)
    .max(9_999_999_999, 'This amount is too large')
    .refine((value) => decimalPlaces(value) <= 4, 'Use at most 4 decimals')

/** A quantity in units of the product, four decimals at most, zero or more. */
export const quantity = (message = 'Quantity cannot be negative') =>
  z
    .number()
    .min(0, message)
    .max(limits.quantityMax, 'This quantity is too large')
    .refine((value) => decimalPlaces(value) <= limits.quantityDecimalsMax, 'Use at most 4 decimals')

/**
 * A number, or `message` if it is missing. Anything else gets its own message, and 1e309, which JSON reads as
 * infinite, is too large.
 */
export const someNumber = (message: string) => z.number(whenMissing(message))

/** The unit price of an order's line: 0 if it isn't sent, refused if its field was emptied. */
export const priceOfLine = (price: z.ZodNumber) => someNumber('Enter a unit price').pipe(price).default(0)

/** A quantity that must be more than zero. */
export const positiveQuantity = (message = 'Quantity must be greater than 0') =>
  someNumber(message).pipe(quantity(message).refine((value) => value > 0, message))

const notAMoment = 'Please enter a date and time, such as 2026-11-30T14:30:00Z'

/** A moment: RFC 3339 with an offset PostgreSQL knows, from the year 1. Answers are UTC with microseconds. */
export const moment = z.iso
  .datetime({ offset: true, error: notAMoment })
  .refine((value) => !value.startsWith('0000') && /(Z|[+-](0\d|1[0-4]):\d\d)$/.test(value), notAMoment)

/**
 * A moment that a person enters, from 1970 on. Answers have no such bound, because 1 January 1970 east of Greenwich is
 * in 1969 as UTC.
 */
export const enteredMoment = moment.refine((value) => value >= '1970', dateBefore1970)

/** The message for a day that isn't one. */
export const notADay = 'Enter a day, such as 2026-11-30'

/** A day that a list is filtered by, `YYYY-MM-DD`. It and the day before are in the calendar, which has no year 0. */
export const filterDay = z.iso.date(notADay).refine((value) => value > '0001-01-01', notADay)

/** Where a list's dates begin or end: a day of the organization, whose end day is included, or a moment. */
export const filterDate = z.union(
  [filterDay, enteredMoment],
  `${notADay}, or a date and time, such as 2026-11-30T14:30:00Z`,
)

export const notADate = 'Please enter a date, such as 2026-11-30'

/** An optional day, `YYYY-MM-DD`. */
export const optionalDay = z
  .string()
  .nullish()
  .transform((value) => value || null)
  .pipe(
    z.iso
      .date(notADate)
      .refine((value) => value >= '1970', dateBefore1970)
      .nullable(),
  )

/** A flag in a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** The version of an editable record that the editor saw. */
export const version = z.int(whenMissing('Include the version that you read')).min(1)

/**
 * How many products these goods are, if their quantities have no sum because one of them is measured in decimals, such
 * as kilograms: then `units` adds up different measures. Otherwise null.
 */
export const mixedProducts = z.number().nullable()
