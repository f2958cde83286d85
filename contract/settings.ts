import { z } from 'zod'
import { currencies } from './currencies.ts'
import { command, query } from './endpoint.ts'
import { currencyCode, optionalEmail, text, version } from './fields.ts'
import { limits } from './limits.ts'
import { paperSizes, paymentTermsDays } from './printed-documents.ts'
import { isTimeZone } from './time-zones.ts'

/** The data on documents: the organization's, the same for all its members. */
const companyFields = {
  company_name: text(limits.shortTextCharacters),
  company_email: z
    .string()
    .transform((value): string | null | undefined => value)
    .pipe(optionalEmail)
    .transform((value) => value ?? ''),
  company_phone: text(limits.shortTextCharacters),
  company_address: text(),
  /** As printed, including its name: "VAT DE123456789". */
  company_tax_id: text(limits.shortTextCharacters),
  company_website: text(limits.shortTextCharacters),
  /** The time zone of days: lots expire by it, and past days are computed in it. */
  time_zone: z.string().max(100).refine(isTimeZone, 'Please choose a time zone'),
  /** Of every amount: prices, orders and reports. Can't be changed once there are orders; nothing is converted. */
  currency: z.enum(currencies),
  /** When invoices are due, for customers without their own terms; null prints no due date. */
  payment_terms_days: paymentTermsDays.nullable(),
  /** `auto`: the usual size in the time zone. */
  paper_size: z.enum(['auto', ...paperSizes]),
}

/** The notifications that a member has chosen, separately for each member. */
const notificationFlags = {
  low_stock_alerts: z.boolean(),
  transaction_notifications: z.boolean(),
  email_notifications: z.boolean(),
}

export const settings = z.object({
  company_name: z.string(),
  company_email: z.string(),
  company_phone: z.string(),
  company_address: z.string(),
  company_tax_id: z.string(),
  company_website: z.string(),
  time_zone: z.string(),
  currency: currencyCode,
  /** Whether there are no orders yet, which have the organization's currency. */
  can_change_currency: z.boolean(),
  payment_terms_days: z.number().nullable(),
  paper_size: z.enum(['auto', ...paperSizes]),
  ...notificationFlags,
  /** Of the company information. The flags need none: only their owner sets them, one by one. */
  version,
})
export type Settings = z.output<typeof settings>

export const readSettings = query({
  name: 'read_settings',
  summary: 'Returns the organization’s company information and the member’s own notification flags',
  path: '/settings',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: settings,
})

const companyFieldNames = Object.keys(companyFields) as (keyof typeof companyFields)[]

/** Whether a save changes the organization's data. */
export function savesCompany(input: Partial<Record<keyof typeof companyFields, unknown>>): boolean {
  return companyFieldNames.some((name) => input[name] !== undefined)
}

export const saveSettings = command({
  name: 'save_settings',
  summary:
    'Saves the given fields. Company information requires its version and the permission settings.write; the flags are the caller’s own',
  method: 'PATCH',
  path: '/settings',
  permission: 'settings.read',
  input: z
    .strictObject({
      ...z.object({ ...companyFields, ...notificationFlags }).partial().shape,
      version: version.optional(),
    })
    .refine((input) => !savesCompany(input) || input.version !== undefined, {
      path: ['version'],
      message: 'Include the version of the company information you edited',
    }),
  output: settings,
  changes: ['settings'],
})
