import { Textarea, TextInput } from '@mantine/core'
import { type Customer, updateCustomer } from '../../contract/customers.ts'
import { mergeByField } from '../kit/conflict-strategy.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import classes from './customer-card.module.css'

/** Edits a customer's contact details. */
export function CustomerForm({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const fields = useFields(updateCustomer, {
    initial: fieldsOf(customer),
    toInput: ({ payment_terms_days, ...values }) => ({
      id: customer.id,
      ...values,
      payment_terms_days: payment_terms_days === '' ? null : payment_terms_days,
    }),
    draft: useDraft(`customer ${customer.id}`),
  })
  const conflict = useConflict(fields, {
    fromRecord: (record) => fieldsOf(record as Customer),
    strategy: mergeByField({
      name: 'Name',
      email: 'Email',
      phone: 'Phone',
      billing_address: 'Billing address',
      payment_terms_days: 'Payment terms (days)',
      notes: 'Notes',
    }),
  })
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to save customer',
    onDone: ({ name }) => {
      toastDone(`${name} was saved`)
      onClose()
    },
  })
  const { field } = state
  return (
    <CommandForm state={state} submitLabel="Update Customer" onCancel={onClose}>
      <TextInput label="Name" required data-autofocus {...field('name')} />
      <TextInput label="Email" type="email" {...field('email')} />
      <FieldGrid>
        <TextInput label="Phone" type="tel" {...field('phone')} />
        <NumberField
          label="Payment terms (days)"
          description="Leave blank to use the terms in your company settings"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          {...field('payment_terms_days')}
        />
      </FieldGrid>
      <Textarea
        label="Billing address"
        description="Printed on invoices"
        rows={3}
        autosize
        minRows={3}
        maxRows={8}
        {...field('billing_address')}
      />
      <Textarea label="Notes" rows={3} {...field('notes')} />
      <p className={classes['hint']}>Existing orders keep the name, email and phone they were placed with.</p>
    </CommandForm>
  )
}

function fieldsOf({ version, name, email, phone, billing_address, payment_terms_days, notes }: Customer) {
  return {
    version,
    name,
    email: email ?? '',
    phone: phone ?? '',
    billing_address: billing_address ?? '',
    payment_terms_days: payment_terms_days ?? ('' as number | string),
    notes: notes ?? '',
  }
}
