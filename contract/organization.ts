import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, requiredText, text } from './fields.ts'
import { limits } from './limits.ts'

/** The organisation itself, beside the company information of its settings. */
export const organization = z.object({
  org_id: id,
  /** The name people see: the company name, or what it was called when it was made. */
  name: z.string(),
  is_sample: z.boolean(),
  created_at: z.string(),
  member_count: z.int(),
  /** Whether members whose session did not prove a second factor are kept out. */
  second_factor_required: z.boolean(),
})
export type Organization = z.output<typeof organization>

export const readOrganization = query({
  name: 'read_organization',
  summary: 'The organisation of this request',
  path: '/organization',
  permission: 'organization.read',
  input: z.strictObject({}),
  output: organization,
})

export const changeOrganization = command({
  name: 'change_organization',
  summary:
    'Says whether members need a second factor. An owner switches it on with a session that has proven their own; it counts at the next request of each member',
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
  summary: 'Makes another organisation, empty, with the caller as its owner',
  method: 'POST',
  path: '/organizations',
  permission: 'account.write',
  ofAccount: true,
  input: z.strictObject({
    /** Its company name. */
    name,
    /**
     * Of the IANA database, as the browser says it; the one of the caller's first organisation when left out or
     * unknown.
     */
    time_zone: text(limits.shortTextCharacters).optional(),
  }),
  output: z.object({ org_id: id, name: z.string() }),
  status: 201,
  changes: ['members'],
})

export const deleteOrganization = command({
  name: 'delete_organization',
  summary:
    'Deletes the organisation of this request, of which the caller is the only member: it can no longer be opened, and is removed with everything in it after 30 days',
  method: 'DELETE',
  path: '/organization',
  permission: 'organization.write',
  input: z.strictObject({
    /** Its name as people see it, typed to confirm. */
    name,
  }),
  output: z.object({ org_id: id, home_org_id: id }),
  changes: ['members'],
})
