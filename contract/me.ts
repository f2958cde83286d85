import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { currencyCode, id, requiredText } from './fields.ts'
import { limits } from './limits.ts'
import { roles } from './permissions.ts'

/** One of a person's organizations, by display name. `is_sample`: their sample company, for exploring. */
export const membership = z.object({ org_id: id, name: z.string(), role: z.enum(roles), is_sample: z.boolean() })
export type Membership = z.output<typeof membership>

/** How a list may be shown. */
export const listViews = ['grid', 'table'] as const

/** The signed-in person, the organization of this request, and their other ones. */
export const me = z.object({
  user_id: id,
  email: z.string(),
  username: z.string(),
  organization: membership,
  /** The organization's time zone. A day that is stored, compared or filtered by is a day there. */
  time_zone: z.string(),
  /** Of every amount in the organization. */
  currency: currencyCode,
  organizations: z.array(membership),
  /**
   * Whether the organization requires a second factor that this session hasn't proven: everything else is refused until
   * it has.
   */
  needs_second_factor: z.boolean(),
  /** The locations the caller is limited to in this organization; null for all. */
  location_ids: z.array(id).nullable(),
  /** Whether this server can send email. */
  can_mail: z.boolean(),
  /** The caller's preferred view of the product list in this organization; null until they choose one. */
  products_view: z.enum(listViews).nullable(),
})
export type Me = z.output<typeof me>

export const readMe = query({
  name: 'read_me',
  summary:
    'Returns the signed-in person, the organization of this request, and the other organizations they belong to (their own first, a sample company last)',
  path: '/me',
  permission: 'account.read',
  withoutSecondFactor: true,
  input: z.strictObject({}),
  output: me,
})

export const renameMe = command({
  name: 'rename_me',
  summary: 'Changes the caller’s name in all of their organizations',
  method: 'PATCH',
  path: '/me',
  permission: 'account.write',
  input: z.strictObject({ username: requiredText('Enter your name', limits.shortTextCharacters) }),
  output: z.object({ username: z.string() }),
  changes: ['members'],
})

export const chooseProductsView = command({
  name: 'choose_products_view',
  summary: 'Saves how the caller views the product list in this organization, on every device',
  method: 'PUT',
  path: '/me/products-view',
  permission: 'account.write',
  input: z.strictObject({ view: z.enum(listViews) }),
  output: z.object({ products_view: z.enum(listViews) }),
  // Only the caller sees it.
  changes: [],
})
