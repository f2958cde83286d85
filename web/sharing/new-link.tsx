import { TextInput } from '@mantine/core'
import { CommandForm } from '../kit/command-form.tsx'
import { toastNotShown } from '../kit/not-shown.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { Select } from '../ui/select.tsx'
import { type SharedDocument, documentWords } from './shared-document.ts'

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

/** Creates a link to an order. */
export function NewLink({
  document: { kind, id },
  onMade,
}: {
  document: SharedDocument
  onMade: (link: string) => void
}) {
  const fields = useFields(documentWords[kind].endpoint, {
    initial: { label: '', expires_in_days: '30' },
    toInput: ({ label, expires_in_days }) => ({
      label,
      ...(kind === 'sales' ? { sales_order_id: id } : { purchase_order_id: id }),
      expires_in_days: Number(expires_in_days),
    }),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to create the link',
    onDone: ({ link }) =>
      link === null ? toastNotShown('The link was created', 'Revoke it and create another.') : onMade(link),
  })
  return (
    <CommandForm state={state} submitLabel="Create link" pendingLabel="Creating...">
      <TextInput
        label="For"
        description="Optional. Helps you tell links apart. Only your company sees it."
        placeholder={kind === 'sales' ? 'Accounting at the customer' : 'Sales at the supplier'}
        autoComplete="off"
        data-autofocus
        {...state.field('label')}
      />
      <Select label="Link expires after" allowDeselect={false} data={lifetimes} {...state.field('expires_in_days')} />
    </CommandForm>
  )
}
