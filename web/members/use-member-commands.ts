import {
  changeMemberRole,
  handOverOwnership,
  leaveOrganization,
  type Member,
  removeMember,
} from '../../contract/members.ts'
import type { Role } from '../../contract/permissions.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useOrganizations } from '../kit/use-organizations.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'

/** The commands for members, each with its confirmation and message. */
// oxlint-disable-next-line max-lines-per-function -- four commands of one shape
export function useMemberCommands() {
  const { current } = useOrganizations()
  const switchTo = useSwitchOrganization()
  const company = current?.name ?? 'this company'

  const changeRole = async ({ user_id, username, role: before, location_ids }: Member, role: Role) => {
    // An owner can remove everyone else's ownership, including that of the member who granted it.
    if (role === 'owner') {
      const agreed = await confirm({
        title: `Make ${username} an owner?`,
        text: `Owners can do everything in ${company}, including removing you. You stay an owner.`,
        confirmLabel: 'Make owner',
      })
      if (!agreed) return
    }
    try {
      await act(changeMemberRole, { user_id, role })
      toastDone(nowIs[role](username), {
        about: user_id,
        undo: () => act(changeMemberRole, { user_id, role: before, ...(location_ids ? { location_ids } : {}) }),
        undone: isAgain[before](username),
      })
    } catch (error) {
      toastFailed(error, 'Failed to change the role')
    }
  }
  const remove = async ({ user_id, username, email }: Member) => {
    const agreed = await confirm({
      title: `Remove ${username}?`,
      text: `${email} loses access to ${company} immediately, on all devices. Everything they entered is kept. Their open invitations and API keys stop working.`,
      confirmLabel: 'Remove member',
      danger: true,
    })
    if (!agreed) return
    try {
      await act(removeMember, { user_id })
      toastDone(`${username} was removed`)
    } catch (error) {
      toastFailed(error, 'Failed to remove the member')
    }
  }
  const handOn = async ({ user_id, username }: Member) => {
    const agreed = await confirm({
      title: `Transfer ownership to ${username}?`,
      text: `${username} becomes an owner of ${company}, and you become an admin. Only an owner can make you an owner again.`,
      confirmLabel: 'Transfer ownership',
      danger: true,
    })
    if (!agreed) return
    try {
      await act(handOverOwnership, { user_id })
      toastDone(`${username} is now an owner, and you’re an admin`)
    } catch (error) {
      toastFailed(error, 'Failed to transfer ownership')
    }
  }
  const leave = async () => {
    const agreed = await confirm({
      title: `Leave ${company}?`,
      text: 'You lose access immediately. Everything you entered is kept. To come back you need a new invitation.',
      confirmLabel: 'Leave company',
      danger: true,
    })
    if (!agreed) return
    try {
      const { home_org_id } = await act(leaveOrganization, {})
      await switchTo(home_org_id)
      toastDone(`You left ${company}`)
    } catch (error) {
      toastFailed(error, 'Failed to leave the company')
    }
  }
  return { changeRole, remove, handOn, leave }
}

const nowIs: Record<Role, (person: string) => string> = {
  owner: (person) => `${person} is now an owner`,
  admin: (person) => `${person} is now an admin`,
  staff: (person) => `${person} is now staff`,
  viewer: (person) => `${person} is now a viewer`,
}

const isAgain: Record<Role, (person: string) => string> = {
  owner: (person) => `${person} is an owner again`,
  admin: (person) => `${person} is an admin again`,
  staff: (person) => `${person} is staff again`,
  viewer: (person) => `${person} is a viewer again`,
}
