import { useNavigate, useParams } from '@tanstack/react-router'
import { readSupplier, type Supplier, updateSupplier } from '../../contract/suppliers.ts'
import { Comments } from '../comments/comments.tsx'
import { useRead } from '../kit/api.ts'
import { RecordPage } from '../kit/record-page.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useMay } from '../kit/use-may.ts'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { RecordHistory } from '../kit/record-history.tsx'
import { SupplierForm, supplierFieldNames } from './supplier-form.tsx'
import { SupplierStatus } from './supplier-status.tsx'
import { valuesOf } from './supplier-values.ts'
import classes from './suppliers.module.css'

const back = { label: 'Suppliers', to: '/suppliers' }

/** Edits one supplier; at /suppliers/:id and at /suppliers/:id/edit. */
export function SupplierPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRead(readSupplier, { id })
  const mayWrite = useMay('catalogue.write') !== false
  return (
    <RecordPage
      breadcrumb={[back]}
      query={query}
      head={({ name, status }) => ({
        ...(mayWrite ? { title: 'Edit Supplier', subtitle: name } : { title: name }),
        badges: <SupplierStatus status={status} />,
        backToList: true,
      })}
      record={{ kind: 'supplier', id }}
      notFound={{
        title: 'Supplier Not Found',
        text: "The supplier you're looking for doesn't exist.",
        back: { ...back, label: 'Back to Suppliers' },
      }}
      failed="Failed to load supplier"
    >
      {(supplier) => (
        <>
          <EditSupplier key={supplier.id} supplier={supplier} />
          <div className={classes['below']}>
            <Comments record_type="supplier" record_id={supplier.id} />
            <RecordHistory record_id={supplier.id} />
          </div>
        </>
      )}
    </RecordPage>
  )
}

function EditSupplier({ supplier }: { supplier: Supplier }) {
  const navigate = useNavigate()
  const fields = useFields(updateSupplier, {
    initial: valuesOf(supplier),
    toInput: (values) => ({ id: supplier.id, ...values }),
    draft: useDraft(`supplier ${supplier.id}`),
  })
  const conflict = useConflict(fields, {
    fromRecord: (record) => valuesOf(record as Supplier),
    names: supplierFieldNames,
  })
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to save supplier',
    onDone: async ({ name }) => {
      toastDone(`"${name}" was saved`)
      await navigate({ to: '/suppliers' })
    },
  })
  return <SupplierForm state={state} submitLabel="Update Supplier" id={supplier.id} />
}
