import { useNavigate } from '@tanstack/react-router'
import { type Supplier, updateSupplier } from '../../contract/suppliers.ts'
import { mergeByField } from '../kit/conflict-strategy.ts'
import { toastDone } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { SupplierForm, supplierFieldNames } from './supplier-form.tsx'
import { valuesOf } from './supplier-values.ts'

/** The form of an existing supplier. */
export function EditSupplier({ supplier }: { supplier: Supplier }) {
  const navigate = useNavigate()
  const fields = useFields(updateSupplier, {
    initial: valuesOf(supplier),
    toInput: (values) => ({ id: supplier.id, ...values }),
    draft: useDraft(`supplier ${supplier.id}`),
  })
  const conflict = useConflict(fields, {
    fromRecord: (record) => valuesOf(record as Supplier),
    strategy: mergeByField(supplierFieldNames),
  })
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to save supplier',
    onDone: async ({ name }) => {
      toastDone(`${name} was saved`)
      await navigate({ to: '/suppliers' })
    },
  })
  return <SupplierForm state={state} submitLabel="Update Supplier" id={supplier.id} />
}
