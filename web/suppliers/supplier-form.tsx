import { Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { limits } from '../../contract/limits.ts'
import { recognizedTermsDays } from '../../contract/payment-terms.ts'
import { listSuppliers } from '../../contract/suppliers.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import type { CommandFormState } from '../kit/use-submit.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { supplierStatusOptions } from './supplier-status.tsx'
import classes from './suppliers.module.css'
import { Select } from '../ui/select.tsx'

export type SupplierValues = {
  name: string
  contact_person: string
  email: string
  phone: string
  address: string
  tax_id: string
  payment_terms: string
  status: string
  notes: string
}

/** The fields' names, in order. */
export const supplierFieldNames = {
  name: 'Supplier Name',
  contact_person: 'Contact Person',
  email: 'Email',
  phone: 'Phone',
  tax_id: 'Tax ID',
  payment_terms: 'Payment Terms',
  status: {
    name: 'Status',
    show: (status: string) => supplierStatusOptions.find(({ value }) => value === status)?.label ?? status,
  },
  address: 'Address',
  notes: 'Notes',
} as const

type SupplierFormProps<V extends SupplierValues> = Readonly<{
  state: CommandFormState<V>
  submitLabel: string
  /** The supplier being edited. */
  id?: string
}>

/**
 * The fields of a supplier, the same for create and edit. The first failing check is also shown in a red box on top.
 */
export function SupplierForm<V extends SupplierValues>({ state, submitLabel, id }: SupplierFormProps<V>) {
  const navigate = useNavigate()
  const namesake = useNamesake(state.values.name, id)
  return (
    <Card>
      <CommandForm
        state={useFirstFailure(state)}
        submitLabel={submitLabel}
        onCancel={() => void navigate({ to: '/suppliers' })}
      >
        <FieldGrid>
          <TextInput
            label="Supplier Name"
            required
            data-autofocus
            description={
              namesake &&
              state.dirty && (
                <span role="status" className={classes['namesake']}>
                  Another supplier has this name. <Link to={recordAddress('supplier', namesake.id)}>Open it</Link>
                </span>
              )
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...state.field('name')}
          />
          <TextInput label="Contact Person" autoComplete="off" {...state.field('contact_person')} />
          <TextInput label="Email" type="email" autoComplete="off" {...state.field('email')} />
          <TextInput label="Phone" type="tel" autoComplete="off" {...state.field('phone')} />
          <TextInput label="Tax ID" {...state.field('tax_id')} />
          <FieldGrid>
            <TextInput
              label="Payment Terms"
              placeholder="e.g. Net 30"
              description={termsMeaning(state.values.payment_terms)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...state.field('payment_terms')}
            />
            <Select label="Status" data={supplierStatusOptions} allowDeselect={false} {...state.field('status')} />
          </FieldGrid>
        </FieldGrid>
        <Textarea label="Address" rows={3} autosize minRows={3} maxRows={8} {...state.field('address')} />
        <Textarea label="Notes" rows={3} {...state.field('notes')} />
      </CommandForm>
    </Card>
  )
}

/** What new orders take from the terms, so that a misunderstanding is seen before the first order. */
function termsMeaning(text: string): string | undefined {
  if (trimmed(text) === '') return undefined
  const days = recognizedTermsDays(text)
  if (days === null) return 'No number of days found: orders are paid when they’re placed'
  return days === 0
    ? 'Payment is due when the first goods arrive'
    : `Payment is due ${counted(days, 'day')} after the first goods arrive`
}

/** Another supplier of the same name: two may share one, but usually it is a duplicate. */
function useNamesake(name: string, id?: string) {
  const [typed] = useDebouncedValue(trimmed(name), 250)
  const found = useRead(
    listSuppliers,
    { name: typed, limit: 2 },
    { enabled: typed !== '' && typed.length <= limits.searchCharacters },
  )
  return typed === trimmed(name) ? found.data?.items.find((supplier) => supplier.id !== id) : undefined
}

/** Adds the first failing check to the errors after an attempt to save; it disappears when its field is edited. */
function useFirstFailure<V extends Record<string, unknown>>(state: CommandFormState<V>): CommandFormState<V> {
  const [tried, setTried] = useState(false)
  const firstError = Object.values(state.form.errors).find((error) => typeof error === 'string')
  return {
    ...state,
    failure: state.failure ?? (tried && typeof firstError === 'string' ? firstError : null),
    submit: () => {
      setTried(true)
      return state.submit()
    },
  }
}
