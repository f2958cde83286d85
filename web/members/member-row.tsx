import { Avatar } from '@mantine/core'
import { IconCrown, IconDoorExit, IconMapPin, IconUserMinus } from '@tabler/icons-react'
import type { Location } from '../../contract/locations.ts'
import type { Member } from '../../contract/members.ts'
import { reaches, type Role, roles } from '../../contract/permissions.ts'
import { initialsOf } from '../kit/person-name.ts'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { locationNames } from '../ui/location-names.ts'
import classes from './members.module.css'
import { roleLabels } from '../kit/roles.ts'
import { useMemberCommands } from './use-member-commands.ts'
import { Select } from '../ui/select.tsx'

export type MemberRowProps = Readonly<{
  member: Member
  isAlone: boolean
  isOnlyOwner: boolean
  onLimit: () => void
  /** The reader, and their role. */
  own: Readonly<{ user_id: string; role: Role }>
  mayWrite: boolean
  /** All locations, for those who may limit members to some. */
  locations: readonly Location[]
}>

/** A member, with what the reader may change about them. */
// oxlint-disable-next-line max-lines-per-function -- one row and what can be done in it
export function MemberRow({ member, own, mayWrite, isAlone, isOnlyOwner, locations, onLimit }: MemberRowProps) {
  const { user_id, username, email, role, joined_at, has_second_factor, location_ids } = member
  const { changeRole, remove, handOn, leave } = useMemberCommands()
  const isSelf = user_id === own.user_id
  const mayChange = mayWrite && !isSelf && reaches(own.role, role)
  const actions: RowAction[] = []
  if (mayChange && own.role === 'owner' && role !== 'owner')
    actions.push({ label: 'Transfer ownership', icon: IconCrown, onClick: () => handOn(member) })
  // Owners and admins see all of the company.
  if (mayChange && (role === 'staff' || role === 'viewer'))
    actions.push({ label: 'Limit to locations', icon: IconMapPin, onClick: onLimit })
  if (mayChange)
    actions.push({ label: 'Remove member', icon: IconUserMinus, danger: true, onClick: () => remove(member) })
  if (isSelf)
    actions.push({
      label: 'Leave company',
      icon: IconDoorExit,
      danger: true,
      onClick: leave,
      refusal: isAlone
        ? 'You’re the only member. You can delete the company in Settings.'
        : isOnlyOwner
          ? 'You’re the only owner. Transfer ownership first.'
          : null,
    })
  return (
    <li>
      <div className={classes['who']}>
        <Avatar
          aria-hidden
          size={36}
          radius="xl"
          variant="filled"
          classNames={{ placeholder: classes['initials'] ?? '' }}
        >
          {initialsOf(username)}
        </Avatar>
        <div className={classes['words']}>
          <p className={classes['name']}>
            {username}
            {isSelf && (
              <StatusBadge tone="gray" dot={false}>
                You
              </StatusBadge>
            )}
            {has_second_factor && (
              <StatusBadge tone="green" dot={false}>
                2FA
              </StatusBadge>
            )}
          </p>
          <p className={classes['note']}>
            {email}
            <span className={classes['joined']}>
              {' '}
              · joined <Moment at={joined_at} />
            </span>
          </p>
          {location_ids && (
            <p className={classes['note']}>
              Only{' '}
              {locations.length > 0
                ? locationNames(location_ids, locations)
                : location_ids.length === 1
                  ? '1 location'
                  : `${location_ids.length} locations`}
            </p>
          )}
        </div>
      </div>
      <div className={classes['end']}>
        {mayChange ? (
          <Select
            className={classes['role'] ?? ''}
            aria-label={`Role of ${username}`}
            allowDeselect={false}
            data={roles.filter((one) => reaches(own.role, one)).map((value) => ({ value, label: roleLabels[value] }))}
            value={role}
            onChange={(next) => next && next !== role && void changeRole(member, next as Role)}
          />
        ) : (
          <span className={classes['fixedRole']}>{roleLabels[role]}</span>
        )}
        <RowActions of={username} actions={actions} />
      </div>
    </li>
  )
}
