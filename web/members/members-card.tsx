import { Avatar, TextInput } from '@mantine/core'
import { IconCrown, IconDoorExit, IconMapPin, IconSearch, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Location } from '../../contract/locations.ts'
import type { Member } from '../../contract/members.ts'
import { reaches, type Role, roles } from '../../contract/permissions.ts'
import { initialsOf } from '../kit/person-name.ts'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { locationNames } from '../ui/location-names.ts'
import { LocationsDialog } from './locations-dialog.tsx'
import classes from './members.module.css'
import { roleLabels } from './roles.ts'
import { useMemberCommands } from './use-member-commands.ts'
import { Select } from '../ui/select.tsx'

/** As many are found without a search. */
const membersInSight = 10

type MembersCardProps = Readonly<{
  members: readonly Member[]
  /** Who looks at them, and in which role. */
  own: Readonly<{ user_id: string; role: Role }>
  mayWrite: boolean
  /** All locations, for those who may limit members to some. */
  locations: readonly Location[]
}>

/** Everyone who belongs to the company, and the reader's actions for each. */
export function MembersCard({ members, own, mayWrite, locations }: MembersCardProps) {
  const [search, setSearch] = useState('')
  const [limited, setLimited] = useState<Member | null>(null)
  const wanted = search.trim().toLowerCase()
  const found = members.filter(({ email, username }) => `${username} ${email}`.toLowerCase().includes(wanted))
  return (
    <Card title="Members" note={members.length} flush>
      {members.length > membersInSight && (
        <TextInput
          className={classes['search'] ?? ''}
          aria-label="Search members"
          placeholder="Name or email"
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <LocationsDialog member={limited} locations={locations} onClose={() => setLimited(null)} />
      <ul className={classes['list']} aria-label="Members">
        {found.map((member) => (
          <MemberRow
            key={member.user_id}
            member={member}
            own={own}
            mayWrite={mayWrite}
            locations={locations}
            onLimit={() => setLimited(member)}
            isAlone={members.length === 1}
            isOnlyOwner={members.filter(({ role }) => role === 'owner').length === 1 && member.role === 'owner'}
          />
        ))}
      </ul>
    </Card>
  )
}

type MemberRowProps = Readonly<{
  member: Member
  isAlone: boolean
  isOnlyOwner: boolean
  onLimit: () => void
}> &
  Omit<MembersCardProps, 'members'>

// oxlint-disable-next-line max-lines-per-function -- one row and what can be done in it
function MemberRow({ member, own, mayWrite, isAlone, isOnlyOwner, locations, onLimit }: MemberRowProps) {
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
