import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, requiredText } from './fields.ts'
import { limits } from './limits.ts'
import { memberLocations } from './member-locations.ts'
import { roles } from './permissions.ts'

/**
 * An organisation a person belongs to, by the name people see. `is_sample`: their sample company, made to be explored.
 */
export const membership = z.object({ org_id: id, name: z.string(), role: z.enum(roles), is_sample: z.boolean() })
export type Membership = z.output<typeof membership>

/** Who is signed in, where they work in this request, and where else they could. */
export const me = z.object({
  user_id: id,
  email: z.string(),
  username: z.string(),
  organization: membership,
  organizations: z.array(membership),
  /**
   * Whether the organisation requires a second factor that this session has not proven: everything else here is refused
   * until it has.
   */
  needs_second_factor: z.boolean(),
  /** The locations the caller is limited to in this organisation; null for all. */
  location_ids: z.array(id).nullable(),
  /** Whether this server can send e-mail: it knows a mail server. */
  can_mail: z.boolean(),
})
export type Me = z.output<typeof me>

export const readMe = query({
  name: 'read_me',
  summary:
    'The signed-in person, the organisation of this request and all others they belong to (their own first, a sample company last)',
  path: '/me',
  permission: 'account.read',
  withoutSecondFactor: true,
  input: z.strictObject({}),
  output: me,
})

export const renameMe = command({
  name: 'rename_me',
  summary: 'Changes the name by which others see the caller, in every organisation of theirs',
  method: 'PATCH',
  path: '/me',
  permission: 'account.write',
  input: z.strictObject({ username: requiredText('Enter your name', limits.shortTextCharacters) }),
  output: z.object({ username: z.string() }),
  changes: ['members'],
})

export const member = z.object({
  user_id: id,
  email: z.string(),
  /** The name that others see. */
  username: z.string(),
  role: z.enum(roles),
  joined_at: z.string(),
  /** Whether the account has a second factor; null for callers who may not change members. */
  has_second_factor: z.boolean().nullable(),
  /** The locations they are limited to, null for all; left out for callers who may not change members. */
  location_ids: z.array(id).nullable().optional(),
})
export type Member = z.output<typeof member>

export const listMembers = query({
  name: 'list_members',
  summary: 'Everyone who belongs to the organisation: owners first, then by name',
  path: '/members',
  permission: 'members.read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(member) }),
})

const role = z.enum(roles, 'Choose a role')

export const changeMemberRole = command({
  name: 'change_member_role',
  summary:
    "Changes a member's role. No one gives a role above their own, or changes a member whose role is above it; the last owner stays. Owners and admins have all locations; staff and viewers keep theirs, or get the ones that are given",
  method: 'PATCH',
  path: '/members/:user_id',
  permission: 'members.write',
  input: z.strictObject({ user_id: id, role, location_ids: memberLocations.nullish() }),
  output: member,
  changes: ['members'],
})

// Whatever the member has open shows other figures from then on.
const figures = [
  'members',
  'products',
  'locations',
  'stock',
  'transfers',
  'purchase-orders',
  'receipts',
  'sales-orders',
  'shipments',
] as const

export const limitMember = command({
  name: 'limit_member',
  summary:
    'Limits a member to locations, from their next request on: they see and move nothing of others. Only staff and viewers can be limited',
  method: 'PUT',
  path: '/members/:user_id/locations',
  permission: 'members.write',
  input: z.strictObject({
    user_id: id,
    location_ids: memberLocations,
  }),
  output: member,
  changes: figures,
})

export const unlimitMember = command({
  name: 'unlimit_member',
  summary: 'Gives a member all locations again, from their next request on',
  method: 'DELETE',
  path: '/members/:user_id/locations',
  permission: 'members.write',
  input: z.strictObject({ user_id: id }),
  output: member,
  changes: figures,
})

export const removeMember = command({
  name: 'remove_member',
  summary:
    'Removes a member: the next request of theirs is refused. What they entered stays, and their open invitations and API keys end',
  method: 'DELETE',
  path: '/members/:user_id',
  permission: 'members.write',
  input: z.strictObject({ user_id: id }),
  output: z.object({ user_id: id }),
  changes: ['members'],
})

export const handOnOwnership = command({
  name: 'hand_on_ownership',
  summary: 'Makes another member an owner and the caller an admin, in one step',
  method: 'POST',
  path: '/members/:user_id/ownership',
  permission: 'organization.write',
  input: z.strictObject({ user_id: id }),
  output: member,
  changes: ['members'],
})

export const leaveOrganization = command({
  name: 'leave_organization',
  summary:
    'Ends the caller’s own membership. The last owner transfers ownership first; a member who would belong to no organisation gets a new, empty one',
  method: 'DELETE',
  path: '/membership',
  permission: 'account.write',
  withoutSecondFactor: true,
  input: z.strictObject({}),
  output: z.object({ org_id: id, home_org_id: id }),
  changes: ['members'],
})
