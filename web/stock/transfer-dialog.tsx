import { Alert, Checkbox, Select, Textarea } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import { readProductStock } from '../../contract/stock.ts'
import { createTransfer, type Transfer, type TransferReason, transferReasons } from '../../contract/transfers.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useCommandForm } from '../kit/use-command-form.ts'
import { transferReasonLabels, units } from './labels.ts'
import { LocationPicker } from './location-picker.tsx'
import { ProductPicker } from './product-picker.tsx'
import { undoTransfer } from './undo.ts'
import { useLiveErrors } from './use-live-errors.ts'

type TransferDialogProps = Readonly<{
  /** The product to move; asked for when missing. */
  product_id?: string | undefined
  opened: boolean
  onClose: () => void
}>

/** How long the dialog of a product's page says that it worked before it closes. */
const successMs = 1_500

const reasons = transferReasons.map((value) => ({ value, label: transferReasonLabels[value] }))

/** Moves goods of one product from one location to another. */
export function TransferDialog({ opened, onClose, ...rest }: TransferDialogProps) {
  return (
    <Dialog title="Transfer Inventory" opened={opened} onClose={onClose} size={560}>
      <TransferForm {...rest} onClose={onClose} />
    </Dialog>
  )
}

function TransferForm({ product_id, onClose }: Omit<TransferDialogProps, 'opened'>) {
  const [done, setDone] = useState<Transfer['status'] | null>(null)
  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(onClose, successMs)
    return () => clearTimeout(timer)
  }, [done, onClose])

  const [chosen, setChosen] = useState(product_id ?? '')
  const { data: stock } = useRead(readProductStock, { product_id: chosen }, { enabled: chosen !== '' })
  const state = useCommandForm(createTransfer, {
    initial: {
      product_id: product_id ?? '',
      from_location_id: '',
      to_location_id: '',
      quantity: 1 as number | string,
      reason: 'restock' as TransferReason,
      notes: '',
      on_its_way: false,
    },
    toInput: ({ on_its_way, ...values }) => ({ ...values, status: on_its_way ? 'pending' : 'completed' }),
    check: ({ from_location_id: from, quantity }) => {
      const place = stock?.locations.find((one) => one.location_id === from)
      const available = place?.available ?? 0
      return stock && from && typeof quantity === 'number' && quantity > available
        ? { quantity: `Only ${formatQuantity(available)} available${place ? ` at ${place.location_name}` : ' there'}` }
        : {}
    },
    fallback: 'Failed to transfer inventory',
    onDone: (transfer) => {
      announce(transfer)
      if (product_id) setDone(transfer.status)
      else onClose()
    },
  })
  const wrong = useLiveErrors(state, ['quantity', 'to_location_id'], stock)

  if (done !== null)
    return (
      <Alert role="status" color="green" icon={<IconCircleCheck size={18} stroke={1.7} />}>
        {done === 'pending' ? 'The goods are on their way' : 'Transfer completed successfully'}
      </Alert>
    )
  const { values } = state
  const productField = state.field('product_id')
  return (
    <CommandForm
      state={state}
      submitLabel="Transfer"
      pendingLabel="Transferring..."
      onCancel={onClose}
      disabled={wrong}
    >
      {product_id === undefined && (
        <ProductPicker
          required
          data-autofocus
          {...productField}
          onChange={(id) => {
            setChosen(id)
            productField.onChange(id)
          }}
        />
      )}
      <FieldGrid>
        <LocationPicker
          label="From location"
          required
          stock={stock}
          emptying
          {...(product_id ? { 'data-autofocus': true } : {})}
          {...state.field('from_location_id')}
        />
        <LocationPicker label="To location" required stock={stock} {...state.field('to_location_id')} />
      </FieldGrid>
      <FieldGrid>
        <NumberField label="Quantity" required steppers min={1} {...state.field('quantity')} />
        <Select label="Reason" allowDeselect={false} data={reasons} {...state.field('reason')} />
      </FieldGrid>
      <Textarea label="Notes" rows={2} {...state.field('notes')} />
      <Checkbox
        label="The goods are on their way"
        description={
          values.on_its_way
            ? 'They leave now and are in transit until someone receives them under Transfers.'
            : 'Otherwise they are at the destination at once.'
        }
        {...state.form.getInputProps('on_its_way', { type: 'checkbox' })}
      />
    </CommandForm>
  )
}

function announce(transfer: Transfer): void {
  const what = `${units(transfer.quantity, formatQuantity(transfer.quantity))} of ${transfer.product_name}`
  if (transfer.status === 'pending') return toastDone(`${what} on the way to ${transfer.to_location_name}`)
  toastDone(`${what} moved to ${transfer.to_location_name}`, {
    undo: () => undoTransfer(transfer.id),
    undone: 'Transfer undone',
  })
}
