import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { createLocation, type Location, updateLocation } from '../../contract/locations.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { mergeByField } from '../kit/conflict-strategy.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { type CommandFormState, useSubmit } from '../kit/use-submit.ts'
import classes from './locations.module.css'

const blank = {
  name: '',
  contact_person: '',
  phone: '',
  email: '',
  address: '',
  description: '',
  is_active: true,
  is_default: false,
}
type Values = typeof blank

/**
 * The version is one of the values: it identifies the record that the fields were filled from, even if the screen has
 * refetched since.
 */
function valuesOf(location: Location) {
  return {
    name: location.name,
    contact_person: location.contact_person ?? '',
    phone: location.phone ?? '',
    email: location.email ?? '',
    address: location.address ?? '',
    description: location.description ?? '',
    is_active: location.is_active,
    is_default: location.is_default,
    version: location.version,
  }
}

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')
const fieldNames = {
  name: 'Name',
  contact_person: 'Contact Person',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  description: 'Description',
  is_active: { name: 'Active', show: yesOrNo },
  is_default: { name: 'Default', show: yesOrNo },
}

const failed = 'Failed to save location'

/** Adds a location. */
export function NewLocationForm({ onClose }: { onClose: () => void }) {
  const fields = useFields(createLocation, {
    initial: blank,
    toInput: (values) => values,
    draft: useDraft('location'),
  })
  const state = useSubmit(fields, {
    fallback: failed,
    onDone: ({ id, name }) => {
      toastDone(`${name} was added`, { open: recordAddress('location', id) })
      onClose()
    },
  })
  return <LocationForm state={state} submitLabel="Add Location" onClose={onClose} />
}

/** Edits a location. */
export function EditLocationForm({ location, onClose }: { location: Location; onClose: () => void }) {
  const fields = useFields(updateLocation, {
    initial: valuesOf(location),
    toInput: (values) => ({ id: location.id, ...values }),
    draft: useDraft(`location ${location.id}`),
  })
  const conflict = useConflict(fields, {
    fromRecord: (record) => valuesOf(record as Location),
    strategy: mergeByField(fieldNames),
  })
  const state = useSubmit(fields, {
    conflict,
    fallback: failed,
    onDone: ({ name }) => {
      toastDone(`${name} was saved`)
      onClose()
    },
  })
  return <LocationForm state={state} submitLabel="Update Location" onClose={onClose} isDefault={location.is_default} />
}

type LocationFormProps<V extends Values> = Readonly<{
  state: CommandFormState<V>
  submitLabel: string
  onClose: () => void
  /** The current default stays the default, and active, until another one replaces it. */
  isDefault?: boolean
}>

function LocationForm<V extends Values>({ state, submitLabel, onClose, isDefault = false }: LocationFormProps<V>) {
  const checkbox = (path: string) => state.form.getInputProps(path, { type: 'checkbox' })
  return (
    <CommandForm state={state} submitLabel={submitLabel} onCancel={onClose}>
      <FieldGrid>
        <TextInput label="Name" required data-autofocus {...state.field('name')} />
        <TextInput label="Contact Person" autoComplete="off" {...state.field('contact_person')} />
        <TextInput label="Phone" type="tel" autoComplete="off" {...state.field('phone')} />
        <TextInput label="Email" type="email" autoComplete="off" {...state.field('email')} />
      </FieldGrid>
      <Textarea label="Address" rows={2} autosize minRows={2} maxRows={8} {...state.field('address')} />
      <Textarea label="Description" rows={2} autosize minRows={2} maxRows={8} {...state.field('description')} />
      <div className={classes['checks']}>
        <Checkbox
          label="Active"
          description={isDefault ? 'The default location is always active' : 'Only active locations can receive stock'}
          disabled={isDefault}
          {...checkbox('is_active')}
        />
        {!isDefault && (
          <Checkbox label="Set as default" description="Used when no location is chosen" {...checkbox('is_default')} />
        )}
      </div>
    </CommandForm>
  )
}
