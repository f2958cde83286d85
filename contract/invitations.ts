import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, mailAddress, requiredText } from './fields.ts'
import { memberLocations } from './member-locations.ts'
import { roles } from './permissions.ts'

/** An invitation to join the organisation that was not accepted yet. */
export const invitation = z.object({
  id,
  /** Where its mail goes; null for one that is passed on as a link. */
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
})
export type Invitation = z.output<typeof invitation>

/**
 * `link`: what the inviter passes on. Null where it went by mail, and in the answer of a repeated request: it is shown
 * once and never stored.
 */
export const invitationWithLink = invitation.extend({ link: z.string().nullable() })

const role = z.enum(roles, 'Choose a role')

export const listInvitations = query({
  name: 'list_invitations',
  summary: 'Invitations that wait to be accepted, and those that expired, newest first',
  path: '/invitations',
  permission: 'members.write',
  input: z.strictObject({}),
  output: z.object({ items: z.array(invitation) }),
})

export const createInvitation = command({
  name: 'create_invitation',
  summary:
    'Invites a person by mail, or by a link to pass on when no address is given or this server sends no mail. Good once, for 7 days, never above the role of the inviter. Staff and viewers can be limited to locations',
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
    'Sends an invitation again, or makes a new link for it: good for 7 days from now, and the one before is void',
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
  summary: 'Takes an invitation back: its link opens nothing from now on',
  method: 'DELETE',
  path: '/invitations/:id',
  permission: 'members.write',
  input: z.strictObject({ id }),
  output: z.object({ id }),
  changes: ['members'],
})

/** What stands behind `#` in the link. */
const secret = requiredText('Open the link of the invitation', 200)

export const previewInvitation = command({
  name: 'preview_invitation',
  summary: 'What an invitation is for, by the secret of its link; needs no sign-in and uses nothing up',
  method: 'POST',
  path: '/invitation-previews',
  permission: 'account.read',
  access: 'anyone',
  input: z.strictObject({ secret }),
  output: z.object({
    organization_name: z.string(),
    invited_by: z.string(),
    role: z.enum(roles),
    /** The address it was mailed to, to fill in the form with. */
    email: z.string().nullable(),
    expires_at: z.string(),
  }),
  changes: [],
})

export const acceptInvitation = command({
  name: 'accept_invitation',
  summary: 'Makes the signed-in person a member of the organisation that invites; the secret is good once',
  method: 'POST',
  path: '/invitation-acceptances',
  permission: 'account.write',
  ofAccount: true,
  input: z.strictObject({ secret }),
  output: z.object({ org_id: id, name: z.string(), role: z.enum(roles) }),
  status: 201,
  changes: ['members'],
})
