import { IconLink, IconMail, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type Invitation, renewInvitation, revokeInvitation } from '../../contract/invitations.ts'
import type { Location } from '../../contract/locations.ts'
import { reaches, type Role } from '../../contract/permissions.ts'
import { Dialog } from '../kit/dialog.tsx'
import { confirm } from '../kit/confirm.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { Card } from '../ui/card.tsx'
import { locationNames } from '../ui/location-names.ts'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { InvitationLink } from './invite-dialog.tsx'
import classes from './members.module.css'
import { roleLabels } from './roles.ts'

type WithLink = Readonly<{ link: string; expires_at: string; email: string | null }>

/** Invitations that were not accepted yet: sent again, or taken back. */
export function InvitationsCard({
  invitations,
  own,
  canMail,
  locations,
}: {
  invitations: readonly Invitation[]
  own: Role
  canMail: boolean
  locations: readonly Location[]
}) {
  const [shown, setShown] = useState<WithLink | null>(null)
  const renew = async ({ id, email }: Invitation) => {
    try {
      const renewed = await act(renewInvitation, { id })
      if (renewed.link !== null) setShown({ ...renewed, link: renewed.link })
      else toastDone(`Invitation sent again to ${email}`)
    } catch (error) {
      toastFailed(error, 'Failed to send the invitation')
    }
  }
  const revoke = async ({ id, email }: Invitation) => {
    const agreed = await confirm({
      title: 'Revoke the invitation?',
      text: `${email ? `The invitation of ${email}` : 'The invitation link'} stops working immediately.`,
      confirmLabel: 'Revoke invitation',
      danger: true,
    })
    if (!agreed) return
    try {
      await act(revokeInvitation, { id })
      toastDone('Invitation revoked')
    } catch (error) {
      toastFailed(error, 'Failed to revoke the invitation')
    }
  }
  return (
    <Card title="Pending invitations" note={invitations.length} flush>
      <ul className={classes['list']} aria-label="Pending invitations">
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            mayChange={reaches(own, invitation.role)}
            goesByMail={invitation.email !== null && canMail}
            locations={locations}
            onRenew={() => renew(invitation)}
            onRevoke={() => revoke(invitation)}
          />
        ))}
      </ul>
      <Dialog title="Invitation link" opened={shown !== null} onClose={() => setShown(null)}>
        {shown && <InvitationLink {...shown} onDone={() => setShown(null)} />}
      </Dialog>
    </Card>
  )
}

type InvitationRowProps = Readonly<{
  invitation: Invitation
  mayChange: boolean
  goesByMail: boolean
  locations: readonly Location[]
  onRenew: () => void
  onRevoke: () => void
}>

function InvitationRow({ invitation, mayChange, goesByMail, locations, onRenew, onRevoke }: InvitationRowProps) {
  const { email, role, location_ids, invited_by, expires_at, is_expired } = invitation
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
