import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id } from './fields.ts'

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
