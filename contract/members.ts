import { z } from 'zod'
import { query } from './endpoint.ts'
import { id } from './fields.ts'
import { roles } from './permissions.ts'

/** An organisation a person belongs to, by the name people see. `is_sample`: their sample company, made to be explored. */
export const membership = z.object({ org_id: id, name: z.string(), role: z.enum(roles), is_sample: z.boolean() })
export type Membership = z.output<typeof membership>

/** Who is signed in, where they work in this request, and where else they could. */
export const me = z.object({
  user_id: id,
  email: z.string(),
  username: z.string(),
  organization: membership,
  organizations: z.array(membership),
  /** Whether this server can send e-mail: it knows a mail server. */
  can_mail: z.boolean(),
})

export const readMe = query({
  name: 'read_me',
  summary:
    'The signed-in person, the organisation of this request and all others they belong to (their own first, a sample company last)',
  path: '/me',
  permission: 'organization.read',
  input: z.strictObject({}),
  output: me,
})
