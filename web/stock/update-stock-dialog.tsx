import { Select, Textarea } from '@mantine/core'
import { formatQuantity } from '../../contract/quantity.ts'
import { type ProductStock, readProductStock } from '../../contract/stock.ts'
import { type EnteredType, updateStock } from '../../contract/transactions.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useCommandForm } from '../kit/use-command-form.ts'
import { CurrentStock } from './current-stock.tsx'
import { typeLabels } from './labels.ts'
import { LocationPicker } from './location-picker.tsx'
import { noReason, tooMany } from './may-take.ts'
import { undoPosting } from './undo.ts'
import { useLiveErrors } from './use-live-errors.ts'

type UpdateStockDialogProps = Readonly<{
  product_id: string
  /** Its name, for the toast. */
  product: string
  /** Where the dialog starts; the place with most, when not said. */
  location_id?: string | undefined
  opened: boolean
  onClose: () => void
}>

const types = (['in', 'out', 'adjustment'] as const).map((value) => ({ value, label: typeLabels[value] }))

/** Books stock in or out of one location, or adds an adjustment, without a reason. */
export function UpdateStockDialog({ opened, onClose, ...rest }: UpdateStockDialogProps) {
  return (
    <Dialog title="Update Stock" opened={opened} onClose={onClose}>
      <Loaded {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Loaded({ product_id, location_id, ...rest }: Omit<UpdateStockDialogProps, 'opened'>) {
  const query = useRead(readProductStock, { product_id })
  // A form that is open stays open with what was typed, also when reading anew fails.
  if (!query.data)
    return query.isError ? (
      <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={4} />
    )
  // The places come with the fullest first.
  const place = location_id ?? query.data.locations.find((one) => one.is_active)?.location_id ?? ''
  return <UpdateStockForm {...rest} product_id={product_id} location_id={place} stock={query.data} />
}

type FormProps = Readonly<{
  product_id: string
  product: string
  location_id: string
  stock: ProductStock
  onClose: () => void
}>

function UpdateStockForm({ product_id, product, location_id, stock, onClose }: FormProps) {
  const state = useCommandForm(updateStock, {
    initial: { location_id, type: 'in' as EnteredType, quantity: 1 as number | string, notes: '' },
    toInput: (values) => ({ product_id, ...values, location_id: values.location_id || undefined }),
    check: ({ type, quantity, location_id: place }) => {
      if (type !== 'out' || !place || typeof quantity !== 'number') return {}
      const wrong = tooMany(stock, noReason, place, quantity)
      return wrong === undefined ? {} : { quantity: wrong }
    },
    fallback: 'Failed to update stock',
    onDone: (answer) => {
      onClose()
      toastDone(`${product}: ${formatQuantity(answer.on_hand)} on hand`, { undo: () => undoPosting(answer.posting_id) })
    },
  })
  const wrong = useLiveErrors(state, ['quantity'], stock)
  const { values } = state
  return (
    <CommandForm state={state} submitLabel="Update Stock" onCancel={onClose} disabled={wrong}>
      <LocationPicker required stock={stock} emptying={values.type === 'out'} {...state.field('location_id')} />
      <Select label="Transaction Type" required allowDeselect={false} data={types} {...state.field('type')} />
      <div>
        <NumberField label="Quantity" required data-autofocus steppers min={1} {...state.field('quantity')} />
        <CurrentStock
          stock={stock}
          location_id={values.location_id || null}
          reason_code={values.type === 'out' ? noReason : null}
        />
      </div>
      <Textarea label="Notes" rows={3} {...state.field('notes')} />
    </CommandForm>
  )
}
