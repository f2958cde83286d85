import { useState } from 'react'
import { type Invitation, renewInvitation, revokeInvitation } from '../../contract/invitations.ts'
import type { Location } from '../../contract/locations.ts'
import { reaches, type Role } from '../../contract/permissions.ts'
import { Dialog } from '../kit/dialog.tsx'
import { confirm } from '../kit/confirm.tsx'
import { toastNotShown } from '../kit/not-shown.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { Card } from '../ui/card.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { InvitationRow } from './invitation-row.tsx'
import classes from './members.module.css'

type WithLink = Readonly<{ link: string; expires_at: string; email: string | null }>

/** Open invitations: sent again, or revoked. */
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
      else if (email !== null && canMail) toastDone(`Invitation sent again to ${email}`)
      else toastNotShown('A new link was created', 'Choose “Create a new link” again.')
    } catch (error) {
      toastFailed(error, 'Failed to send the invitation')
    }
  }
  const revoke = async ({ id, email }: Invitation) => {
    const agreed = await confirm({
      title: 'Revoke the invitation?',
      text: `${email ? `The invitation for ${email}` : 'The invitation link'} stops working immediately.`,
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
