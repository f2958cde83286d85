import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { optionalEmail, text, version } from './fields.ts'
import { limits } from './limits.ts'

/** What stands on documents: the organisation's, the same for all its members. */
const companyFields = z.strictObject({
  company_name: text(limits.shortTextCharacters),
  company_email: optionalEmail.transform((value) => value ?? ''),
  company_phone: text(limits.shortTextCharacters),
  company_address: text(),
})

/** What a member wants to be told: everybody's own. */
const notificationFields = z.strictObject({
  low_stock_alerts: z.boolean(),
  transaction_notifications: z.boolean(),
  email_notifications: z.boolean(),
})

/** Both parts have a version of their own: switching a flag never meets somebody else's change of the address. */
export const settings = z.object({
  company: z.object({
    company_name: z.string(),
    company_email: z.string(),
    company_phone: z.string(),
    company_address: z.string(),
    version,
  }),
  notifications: z.object({ ...notificationFields.shape, version }),
})
export type Settings = z.output<typeof settings>

export const readSettings = query({
  name: 'read_settings',
  summary: "The organisation's company information and the member's own notification flags",
  path: '/settings',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: settings,
})

export const saveSettings = command({
  name: 'save_settings',
  summary:
    'Saves the parts that are given. Company information needs the permission settings.write; the flags are anyone’s own',
  method: 'PUT',
  path: '/settings',
  permission: 'settings.read',
  input: z.strictObject({
    company: companyFields.extend({ version }).optional(),
    notifications: notificationFields.extend({ version }).optional(),
  }),
  output: settings,
  changes: ['settings'],
})
