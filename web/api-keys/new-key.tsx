import { Checkbox, MultiSelect, SegmentedControl, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { createApiKey } from '../../contract/api-keys.ts'
import { mayDo, type Role } from '../../contract/permissions.ts'
import {} from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { toastNotShown } from '../kit/not-shown.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { useAllLocations } from '../kit/use-all-locations.ts'
import { type Area, areas, type KeyPermission, presets } from './areas.ts'
import { MadeKey } from './made-key.tsx'
import classes from './api-keys.module.css'

type Values = { name: string; permissions: KeyPermission[]; location_ids: string[] }

const presetOf = (given: readonly KeyPermission[], own: Role) =>
  (['read', 'full'] as const).find((preset) => {
    const meant = presets[preset].filter((one) => mayDo(own, one))
    return meant.length === given.length && meant.every((one) => given.includes(one))
  }) ?? 'custom'

/** Creates a key with the chosen permissions, and shows it once. */
export function NewKey({ own, onDone }: { own: Role; onDone: () => void }) {
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)
  const fields = useFields(createApiKey, {
    initial: { name: '', permissions: presets.read.filter((one) => mayDo(own, one)), location_ids: [] } as Values,
    toInput: ({ location_ids, ...values }) => ({
      ...values,
      location_ids: location_ids.length > 0 ? location_ids : null,
    }),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to create the key',
    onDone: ({ name, key }) => {
      if (key !== null) return setMade({ name, key })
      onDone()
      toastNotShown(`${name} was created`, 'Revoke it and create another.')
    },
  })
  const { permissions } = state.values
  const locations = useAllLocations()
  const choose = (next: KeyPermission[]) => state.form.setFieldValue('permissions', next as never)
  if (made) return <MadeKey name={made.name} value={made.key} onDone={onDone} />
  return (
    <CommandForm state={state} submitLabel="Create key" pendingLabel="Creating..." onCancel={onDone} sticky>
      <TextInput
        label="Name"
        description="What uses it, such as “Web shop”."
        autoComplete="off"
        data-autofocus
        maxLength={100}
        {...state.field('name')}
      />
      {locations.length > 1 && (
        <MultiSelect
          label="Locations"
          description="The key can only see and move stock at these locations."
          placeholder={state.values.location_ids.length === 0 ? 'All locations' : ''}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          clearable
          {...state.field('location_ids')}
        />
      )}
      <Permissions own={own} given={permissions} error={state.field('permissions').error} onChange={choose} />
    </CommandForm>
  )
}

type PermissionsProps = Readonly<{
  own: Role
  given: readonly KeyPermission[]
  error: ReactNode
  onChange: (given: KeyPermission[]) => void
}>

/** A preset, or each area separately; none beyond the creator's role. */
function Permissions({ own, given, error, onChange }: PermissionsProps) {
  return (
    <fieldset className={classes['permissions']}>
      <legend className={classes['legend']}>Permissions</legend>
      <SegmentedControl
        fullWidth
        aria-label="Permissions"
        data={[
          { value: 'read', label: 'Read only' },
          { value: 'full', label: 'Full access' },
          { value: 'custom', label: 'Custom' },
        ]}
        value={presetOf(given, own)}
        onChange={(preset) => {
          if (preset !== 'custom') onChange(presets[preset as 'read' | 'full'].filter((one) => mayDo(own, one)))
        }}
      />
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Area</th>
            <th scope="col">Read</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <AreaRow key={area.name} area={area} own={own} given={given} onChange={onChange} />
          ))}
        </tbody>
      </table>
      {error && (
        <p className={classes['error']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type AreaRowProps = Readonly<{
  area: Area
  own: Role
  given: readonly KeyPermission[]
  onChange: (given: KeyPermission[]) => void
}>

function AreaRow({ area: { name, read, change }, own, given, onChange }: AreaRowProps) {
  const cell = (permission: KeyPermission | undefined, verb: string) =>
    permission && (
      <Checkbox
        aria-label={`${verb}: ${name}`}
        disabled={!mayDo(own, permission)}
        checked={given.includes(permission)}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? [...given, permission] : given.filter((other) => other !== permission))
        }
      />
    )
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{cell(read, 'Read')}</td>
      <td>{cell(change, 'Change')}</td>
    </tr>
  )
}
