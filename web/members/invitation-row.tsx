import { IconLink, IconMail, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { Invitation } from '../../contract/invitations.ts'
import type { Location } from '../../contract/locations.ts'
import { RowActions } from '../kit/row-actions.tsx'
import { locationNames } from '../ui/location-names.ts'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { roleLabels } from '../kit/roles.ts'
import classes from './members.module.css'

type InvitationRowProps = Readonly<{
  invitation: Invitation
  mayChange: boolean
  goesByMail: boolean
  locations: readonly Location[]
  onRenew: () => void
  onRevoke: () => void
}>

export function InvitationRow({ invitation, mayChange, goesByMail, locations, onRenew, onRevoke }: InvitationRowProps) {
  const { email, role, location_ids, invited_by, expires_at, is_expired, is_undeliverable } = invitation
  return (
    <li>
      <div className={classes['who']}>
        <span className={classes['sign']} aria-hidden>
          {email === null ? <IconLink size={18} stroke={1.6} /> : <IconMail size={18} stroke={1.6} />}
        </span>
        <div className={classes['words']}>
          <p className={classes['name']}>
            {email ?? 'Invitation link'}
            {is_expired && <StatusBadge tone="amber">Expired</StatusBadge>}
            {is_undeliverable && <StatusBadge tone="red">Couldn’t be delivered</StatusBadge>}
          </p>
          <p className={classes['note']}>
            Invited by {invited_by}
            {' · '}
            {is_expired ? 'expired' : 'expires'} <Moment at={expires_at} as="absolute" />
          </p>
          {location_ids && (
            <p className={classes['note']}>
              Only {locations.length > 0 ? locationNames(location_ids, locations) : 'some locations'}
            </p>
          )}
        </div>
      </div>
      <div className={classes['end']}>
        <span className={classes['fixedRole']}>{roleLabels[role]}</span>
        <RowActions
          of={email ?? 'Invitation link'}
          actions={
            mayChange
              ? [
                  {
                    label: goesByMail ? 'Send again' : 'Create a new link',
                    icon: IconRefresh,
                    onClick: onRenew,
                  },
                  {
                    label: 'Revoke invitation',
                    icon: IconTrash,
                    danger: true,
                    onClick: onRevoke,
                  },
                ]
              : []
          }
        />
      </div>
    </li>
  )
}
