import { useNavigate } from '@tanstack/react-router'
import { recordAddress } from '../../contract/record-addresses.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { RecordFrame } from '../kit/record-page.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { SupplierForm, type SupplierValues } from './supplier-form.tsx'

const blank: SupplierValues = {
  name: '',
  contact_person: '',
  email: '',
  phone: '',
  address: '',
  tax_id: '',
  payment_terms: '',
  status: 'active',
  notes: '',
}

export function NewSupplierPage() {
  const navigate = useNavigate()
  const fields = useFields(createSupplier, {
    initial: blank,
    toInput: (values) => values,
    draft: useDraft('supplier'),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to save supplier',
    onDone: async ({ id, name }) => {
      toastDone(`${name} was added`, { open: recordAddress('supplier', id) })
      await navigate({ to: '/suppliers' })
    },
  })
  return (
    <RecordFrame breadcrumb={[{ label: 'Suppliers', to: '/suppliers' }]} title="Add New Supplier" backToList>
      <SupplierForm state={state} submitLabel="Create Supplier" />
    </RecordFrame>
  )
}
