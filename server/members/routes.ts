import type { Implementation } from '../platform/endpoint.ts'
import type { Mailer } from '../platform/mail.ts'
import { endSessionCommand, listSessionsQuery } from './account-sessions.ts'
import { acceptInvitationCommand, previewInvitationCommand } from './accept-invitation.ts'
import { changeMemberRoleCommand } from './change-role.ts'
import { chooseProductsViewCommand } from './choose-products-view.ts'
import { createInvitationCommand } from './create-invitation.ts'
import { deleteAccountCommand, type AccountServices } from './delete-account.ts'
import { deleteOrganizationCommand } from './delete-organization.ts'
import { exportAccountQuery } from './export-account.ts'
import { handOverOwnershipCommand } from './hand-over-ownership.ts'
import { listInvitationsQuery } from './invitations.ts'
import { leaveOrganizationCommand } from './leave-organization.ts'
import { limitMemberCommand, unlimitMemberCommand } from './limit-member.ts'
import { listMembersQuery } from './queries.ts'
import { readMeQuery } from './read-me.ts'
import { removeMemberCommand } from './remove-member.ts'
import { renameMeCommand } from './rename-me.ts'
import { renewInvitationCommand } from './renew-invitation.ts'
import { revokeInvitationCommand } from './revoke-invitation.ts'
import type { InvitationServices } from './send-invitation.ts'

export const memberRoutes = (
  mailer: Mailer | null,
  invitations: InvitationServices,
  account: AccountServices,
): readonly Implementation[] => [
  readMeQuery(mailer),
  renameMeCommand,
  chooseProductsViewCommand,
  listMembersQuery,
  changeMemberRoleCommand,
  limitMemberCommand,
  unlimitMemberCommand,
  removeMemberCommand,
  handOverOwnershipCommand,
  leaveOrganizationCommand,
  deleteOrganizationCommand,
  listInvitationsQuery,
  createInvitationCommand(invitations),
  renewInvitationCommand(invitations),
  revokeInvitationCommand,
  previewInvitationCommand,
  acceptInvitationCommand,
  listSessionsQuery(account),
  endSessionCommand,
  exportAccountQuery,
  deleteAccountCommand(account),
]
