import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id } from './fields.ts'
import { memberLocations } from './member-locations.ts'
import { roles } from './permissions.ts'

export const member = z.object({
  user_id: id,
  email: z.string(),
  /** The name that others see. */
  username: z.string(),
  role: z.enum(roles),
  joined_at: z.string(),
  /** Whether the account has a second factor; null for callers who can't change members. */
  has_second_factor: z.boolean().nullable(),
  /** The locations they are limited to, null for all; omitted for callers who can't change members. */
  location_ids: z.array(id).nullable().optional(),
})
export type Member = z.output<typeof member>

export const listMembers = query({
  name: 'list_members',
  summary: 'Lists the members of the organization: owners first, then by name',
  path: '/members',
  permission: 'members.read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(member) }),
})

const role = z.enum(roles, 'Choose a role')

// Everything the member has open shows other figures from then on.
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

export const changeMemberRole = command({
  name: 'change_member_role',
  summary:
    'Changes a member’s role. Callers can’t assign a role above their own or change a member who has one, and the last owner can’t be changed. Owners and admins have access to all locations; staff and viewers keep theirs or get the given ones',
  method: 'PATCH',
  path: '/members/:user_id',
  permission: 'members.write',
  input: z.strictObject({ user_id: id, role, location_ids: memberLocations.nullish() }),
  output: member,
  changes: figures,
})

export const limitMember = command({
  name: 'limit_member',
  summary:
    'Limits a member to locations, effective with their next request. They can’t see or move stock at other locations. Only staff and viewers can be limited',
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
  summary: 'Gives a member access to all locations, effective with their next request',
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
    'Removes a member. Their next request is rejected; what they entered stays; their open invitations and API keys are revoked',
  method: 'DELETE',
  path: '/members/:user_id',
  permission: 'members.write',
  input: z.strictObject({ user_id: id }),
  output: z.object({ user_id: id }),
  changes: ['members'],
})

export const handOverOwnership = command({
  name: 'hand_on_ownership',
  summary: 'Makes another member an owner and the caller an admin',
  method: 'POST',
  path: '/members/:user_id/ownership',
  permission: 'organization.write',
  input: z.strictObject({ user_id: id }),
  output: member,
  changes: figures,
})

export const leaveOrganization = command({
  name: 'leave_organization',
  summary:
    'Ends the caller’s own membership. The last owner must transfer ownership first. Members of no other organization get a new, empty one',
  method: 'DELETE',
  path: '/membership',
  permission: 'account.write',
  withoutSecondFactor: true,
  input: z.strictObject({}),
  output: z.object({ org_id: id, home_org_id: id }),
  changes: ['members'],
})
