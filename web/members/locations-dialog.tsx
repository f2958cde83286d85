import { Button, Checkbox, Radio } from '@mantine/core'
import { useState } from 'react'
import type { Location } from '../../contract/locations.ts'
import { limitMember, type Member, unlimitMember } from '../../contract/members.ts'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { messageOf } from '../kit/api.ts'
import { Dialog } from '../kit/dialog.tsx'
import { toastDone } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { locationNames } from '../ui/location-names.ts'
import classes from './members.module.css'

type LocationsDialogProps = Readonly<{
  /** The member whose locations are chosen; null: the dialog is closed. */
  member: Member | null
  locations: readonly Location[]
  onClose: () => void
}>

/** Chooses all locations for a member, or only some. */
export function LocationsDialog({ member, locations, onClose }: LocationsDialogProps) {
  return (
    <Dialog title={`Locations for ${member?.username ?? ''}`} opened={member !== null} onClose={onClose}>
      {member && <ChooseLocations member={member} locations={locations} onDone={onClose} />}
    </Dialog>
  )
}

// oxlint-disable-next-line max-lines-per-function -- one form, from its values to its fields
function ChooseLocations({
  member: { user_id, username, location_ids },
  locations,
  onDone,
}: {
  member: Member
  locations: readonly Location[]
  onDone: () => void
}) {
  const [all, setAll] = useState(location_ids === null || location_ids === undefined)
  const [checked, setChecked] = useState<readonly string[]>(location_ids ?? [])
  // A deleted location can't be unchecked, so it isn't sent either. Without locations, they weren't read yet.
  const chosen = locations.length === 0 ? [...checked] : checked.filter((id) => locations.some((one) => one.id === id))
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const save = async () => {
    if (pending) return
    if (!all && chosen.length === 0) return setProblem('Choose at least one location')
    setPending(true)
    setFailure(null)
    try {
      await (all ? act(unlimitMember, { user_id }) : act(limitMember, { user_id, location_ids: chosen }))
      onDone()
      toastDone(
        all
          ? `${username} has access to all locations`
          : `${username} is limited to ${locationNames(chosen, locations)}`,
      )
    } catch (error) {
      setFailure(messageOf(error, 'Failed to save the locations'))
      setPending(false)
    }
  }

  return (
    <div className={classes['fields']}>
      {failure && <AuthFailure>{failure}</AuthFailure>}
      <Radio.Group aria-label="Locations" value={all ? 'all' : 'some'} onChange={(next) => setAll(next === 'all')}>
        <div className={classes['choices']}>
          <Radio.Card value="all" className={classes['choice'] ?? ''} aria-label="All locations">
            <Radio.Indicator size="sm" />
            <span className={classes['choiceText']}>
              <span className={classes['choiceName']}>All locations</span>
              <span className={classes['note']}>Including new ones.</span>
            </span>
          </Radio.Card>
          <Radio.Card value="some" className={classes['choice'] ?? ''} aria-label="Only these locations">
            <Radio.Indicator size="sm" />
            <span className={classes['choiceText']}>
              <span className={classes['choiceName']}>Only these locations</span>
              <span className={classes['note']}>Stock, movements and documents of other locations are hidden.</span>
            </span>
          </Radio.Card>
        </div>
      </Radio.Group>
      {!all && (
        <Checkbox.Group
          aria-label="Locations to choose"
          value={chosen}
          error={problem}
          onChange={(next) => {
            setChecked(next)
            setProblem(null)
          }}
        >
          <div className={classes['locations']}>
            {locations.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button aria-disabled={pending} onClick={() => void save()}>
          {pending ? 'Saving...' : 'Save locations'}
        </Button>
      </div>
    </div>
  )
}
