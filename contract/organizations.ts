import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, requiredText, text } from './fields.ts'
import { limits } from './limits.ts'

/** The organization itself, beside the company information of its settings. */
export const organization = z.object({
  org_id: id,
  /** The display name: the company name, or the original one. */
  name: z.string(),
  is_sample: z.boolean(),
  created_at: z.string(),
  member_count: z.int(),
  /** Whether members whose session didn't prove a second factor are locked out. */
  second_factor_required: z.boolean(),
})
export type Organization = z.output<typeof organization>

export const readOrganization = query({
  name: 'read_organization',
  summary: 'Returns the organization of this request',
  path: '/organization',
  permission: 'organization.read',
  input: z.strictObject({}),
  output: organization,
})

export const changeOrganization = command({
  name: 'change_organization',
  summary:
    'Sets whether members need a second factor. Only an owner whose session has confirmed their own second factor can require it. It applies to each member’s next request',
  method: 'PATCH',
  path: '/organization',
  permission: 'organization.write',
  input: z.strictObject({ second_factor_required: z.boolean('Choose on or off') }),
  output: organization,
  changes: ['settings', 'members'],
})

const name = requiredText('Enter a company name', limits.shortTextCharacters)

export const createOwnOrganization = command({
  name: 'create_organization',
  summary: 'Creates another, empty organization owned by the caller',
  method: 'POST',
  path: '/organizations',
  permission: 'account.write',
  ofAccount: true,
  input: z.strictObject({
    /** Its company name. */
    name,
    /** An IANA name, as the browser reports it; if omitted or unknown, that of the caller's default organization. */
    time_zone: text(limits.shortTextCharacters).optional(),
    /** Of all its amounts, an ISO 4217 code as in the settings; if omitted, that of the default organization. */
    currency: text(limits.shortTextCharacters).optional(),
  }),
  output: z.object({ org_id: id, name: z.string() }),
  status: 201,
  changes: ['members'],
})

export const deleteOrganization = command({
  name: 'delete_organization',
  summary:
    'Deletes the organization of this request. The caller must be its only member. It can’t be opened any more and is removed with all its data after 30 days',
  method: 'DELETE',
  path: '/organization',
  permission: 'organization.write',
  input: z.strictObject({
    /** Its display name, typed to confirm. */
    name,
  }),
  output: z.object({ org_id: id, home_org_id: id }),
  changes: ['members'],
})
