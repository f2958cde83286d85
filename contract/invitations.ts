import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, mailAddress, requiredText } from './fields.ts'
import { memberLocations } from './member-locations.ts'
import { roles } from './permissions.ts'

/** An invitation to join the organization that hasn't been accepted yet. */
export const invitation = z.object({
  id,
  /** The recipient of its email; null if it is shared as a link. */
  email: z.string().nullable(),
  role: z.enum(roles),
  /** The locations that the invited person will be limited to; null for all. */
  location_ids: z.array(id).nullable(),
  /** The member who vouches for it: it ends with their right to invite. */
  user_id: id,
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
  /** Its email couldn’t be delivered: the address is wrong, or its mail server was unreachable for a day. */
  is_undeliverable: z.boolean(),
})
export type Invitation = z.output<typeof invitation>

/**
 * `link`: for the inviter to share. Null if it was emailed, and in the response to a repeated request: it is shown once
 * and never stored.
 */
export const invitationWithLink = invitation.extend({ link: z.string().nullable() })

const role = z.enum(roles, 'Choose a role')

export const listInvitations = query({
  name: 'list_invitations',
  summary: 'Lists open and expired invitations, newest first',
  path: '/invitations',
  permission: 'members.write',
  input: z.strictObject({}),
  output: z.object({ items: z.array(invitation) }),
})

export const createInvitation = command({
  name: 'create_invitation',
  summary:
    'Invites a person by email, or creates a link to share when there is no address or the server sends no email. An invitation can be used once within 7 days and can’t grant a role above the inviter’s. Staff and viewers can be limited to locations',
  method: 'POST',
  path: '/invitations',
  permission: 'members.write',
  input: z.strictObject({
    role,
    location_ids: memberLocations.nullish(),
    email: mailAddress.transform((address) => address.toLowerCase()).nullish(),
  }),
  output: invitationWithLink,
  status: 201,
  shownOnce: ['link'],
  changes: ['members'],
})

export const renewInvitation = command({
  name: 'renew_invitation',
  summary:
    'Sends an invitation again or creates a new link for it. It is valid for 7 days, and the previous link stops working',
  method: 'POST',
  path: '/invitations/:id/renewal',
  permission: 'members.write',
  input: z.strictObject({ id }),
  output: invitationWithLink,
  shownOnce: ['link'],
  changes: ['members'],
})

export const revokeInvitation = command({
  name: 'revoke_invitation',
  summary: 'Revokes an invitation. Its link stops working',
  method: 'DELETE',
  path: '/invitations/:id',
  permission: 'members.write',
  input: z.strictObject({ id }),
  output: z.object({ id }),
  changes: ['members'],
})

/** The part of the link after `#`. */
const secret = requiredText('Open the link in your invitation', 200)

export const previewInvitation = command({
  name: 'preview_invitation',
  summary: 'Describes an invitation by the secret in its link. Requires no sign-in and doesn’t use up the invitation',
  method: 'POST',
  path: '/invitation-previews',
  permission: 'account.read',
  access: 'anyone',
  input: z.strictObject({ secret }),
  output: z.object({
    organization_name: z.string(),
    invited_by: z.string(),
    role: z.enum(roles),
    /** The address it was sent to, to prefill the form. */
    email: z.string().nullable(),
    expires_at: z.string(),
  }),
  changes: [],
})

export const acceptInvitation = command({
  name: 'accept_invitation',
  summary: 'Makes the signed-in person a member of the inviting organization. The secret can be used once',
  method: 'POST',
  path: '/invitation-acceptances',
  permission: 'account.write',
  ofAccount: true,
  input: z.strictObject({ secret }),
  output: z.object({ org_id: id, name: z.string(), role: z.enum(roles) }),
  status: 201,
  changes: ['members'],
})
