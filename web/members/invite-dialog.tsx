import { MultiSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createInvitation } from '../../contract/invitations.ts'
import type { Location } from '../../contract/locations.ts'
import type { Role } from '../../contract/permissions.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { toastNotShown } from '../kit/not-shown.ts'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { InvitationLink } from './invitation-link.tsx'
import classes from './members.module.css'
import { RoleChoice } from './role-choice.tsx'

type InviteDialogProps = Readonly<{
  opened: boolean
  onClose: () => void
  own: Role
  canMail: boolean
  locations: readonly Location[]
}>

/** Invites a person, by email or with a link to share. */
export function InviteDialog({ opened, onClose, own, canMail, locations }: InviteDialogProps) {
  return (
    <Dialog title="Invite people" opened={opened} onClose={onClose}>
      <Invite own={own} canMail={canMail} locations={locations} onDone={onClose} />
    </Dialog>
  )
}

type Values = { by: string; email: string; role: Role; location_ids: string[] }

/** Owners and admins see all of the company. */
const isLimitable = (role: Role) => role === 'staff' || role === 'viewer'

// oxlint-disable-next-line max-lines-per-function -- one form, from its values to its fields
function Invite({
  own,
  canMail,
  locations,
  onDone,
}: Omit<InviteDialogProps, 'opened' | 'onClose'> & { onDone: () => void }) {
  const [made, setMade] = useState<{ link: string; expires_at: string; email: string | null } | null>(null)
  const fields = useFields(createInvitation, {
    initial: { by: canMail ? 'mail' : 'link', email: '', role: 'staff', location_ids: [] } as Values,
    toInput: ({ by, email, role, location_ids }) => ({
      role,
      ...(isLimitable(role) && location_ids.length > 0 ? { location_ids } : {}),
      // Without a mail server, the address only tells who the link is for.
      ...(by === 'mail' || trimmed(email) !== '' ? { email: trimmed(email) } : {}),
    }),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to create the invitation',
    onDone: ({ link, expires_at, email }) => {
      if (link !== null) return setMade({ link, expires_at, email })
      onDone()
      if (email !== null && canMail) toastDone(`Invitation sent to ${email}`)
      else toastNotShown('The invitation was created', 'Choose “Create a new link” in its menu.')
    },
  })
  const { by, role } = state.values
  const active = locations.filter(({ is_active }) => is_active)
  if (made) return <InvitationLink {...made} onDone={onDone} />
  return (
    <CommandForm
      state={state}
      submitLabel={by === 'mail' ? 'Send invitation' : 'Create link'}
      pendingLabel={by === 'mail' ? 'Sending...' : 'Creating...'}
      onCancel={onDone}
    >
      <div className={classes['fields']}>
        {canMail ? (
          <SegmentedControl
            fullWidth
            aria-label="How to invite"
            data={[
              { value: 'mail', label: 'By email' },
              { value: 'link', label: 'By link' },
            ]}
            value={by}
            onChange={(next) => state.form.setValues({ by: next, email: next === 'link' ? '' : state.values.email })}
          />
        ) : (
          <p className={classes['note']}>
            This server doesn’t send email. You’ll get a link to share with the person you invite.
          </p>
        )}
        {(by === 'mail' || !canMail) && (
          <TextInput
            label={by === 'mail' ? 'Email address' : 'Email address (optional)'}
            type="email"
            inputMode="email"
            autoComplete="off"
            data-autofocus
            {...state.field('email')}
          />
        )}
        <RoleChoice
          label="Role"
          own={own}
          value={role}
          onChange={(next) => state.form.setFieldValue('role', next as never)}
        />
        {isLimitable(role) && active.length > 1 && (
          <MultiSelect
            label="Locations"
            description="They can only see and move stock at these locations."
            placeholder={state.values.location_ids.length === 0 ? 'All locations' : ''}
            data={active.map(({ id, name }) => ({ value: id, label: name }))}
            searchable
            clearable
            {...state.field('location_ids')}
          />
        )}
      </div>
    </CommandForm>
  )
}
