import { Alert, Checkbox, Textarea } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { type ProductStock, readProductStock } from '../../contract/stock.ts'
import {
  createTransfer,
  onlyAvailable,
  type Transfer,
  type TransferReason,
  transferReasons,
} from '../../contract/location-transfers.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { transferReasonLabels } from '../../contract/reason-labels.ts'
import { LocationPicker } from './location-picker.tsx'
import { useLocationChoices } from './use-location-choices.ts'
import { NothingToTransfer } from './nothing-to-transfer.tsx'
import { ProductPicker } from './product-picker.tsx'
import { proposedLocations } from './proposed-locations.ts'
import { undoTransfer } from './undo.ts'
import { lotsAt, movable } from './movable.ts'
import { useLiveErrors } from './use-live-errors.ts'
import { OnlyOneLocation } from './only-one-location.tsx'
import { Select } from '../ui/select.tsx'

type TransferDialogProps = Readonly<{
  /** The product to move; chosen in the dialog if missing. */
  product_id?: string | undefined
  /** Its name, below the title. */
  product?: string | undefined
  opened: boolean
  onClose: () => void
}>

/** How long the dialog on a product's page shows its success before it closes. */
const successMs = 1_500

const reasons = transferReasons.map((value) => ({ value, label: transferReasonLabels[value] }))

/** Moves units of one product from one location to another. */
export function TransferDialog({ product, opened, onClose, ...rest }: TransferDialogProps) {
  return (
    <Dialog title="Transfer Inventory" subject={product} opened={opened} onClose={onClose} size={560}>
      <Loaded {...rest} onClose={onClose} />
    </Dialog>
  )
}

/** The form's initial data: whether there is a possible destination, and where the dialog's product is stored. */
function Loaded({ product_id, onClose }: Omit<TransferDialogProps, 'opened' | 'product'>) {
  const { read, locations } = useLocationChoices('', true)
  const stock = useRead(readProductStock, { product_id: product_id ?? '' }, { enabled: product_id !== undefined })
  if (read.isError && !locations)
    return (
      <ErrorState compact error={read.error} fallback="Failed to load locations" onRetry={() => void read.refetch()} />
    )
  if (stock.isError && !stock.data)
    return <ErrorState compact error={stock.error} onRetry={() => void stock.refetch()} />
  if (!locations || (product_id !== undefined && !stock.data)) return <RowSkeletons rows={4} />
  if (locations.length < 2) return <OnlyOneLocation onClose={onClose} />
  if (stock.data && !stock.data.locations.some(({ available }) => available > 0))
    return <NothingToTransfer onClose={onClose} />
  return <TransferForm product_id={product_id} start={proposedLocations(stock.data, locations)} onClose={onClose} />
}

/** Whether the field has the focus. */
function isTypedInto(path: string): boolean {
  return document.activeElement?.getAttribute('data-path') === path
}

type TransferFormProps = Readonly<{
  product_id: string | undefined
  /** The initial locations; '' if the user must choose. */
  start: Readonly<{ from: string; to: string }>
  onClose: () => void
}>

// oxlint-disable-next-line max-lines-per-function -- one form, from its values to its fields
function TransferForm({ product_id, start, onClose }: TransferFormProps) {
  const [done, setDone] = useState<Transfer['status'] | null>(null)
  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(onClose, successMs)
    return () => clearTimeout(timer)
  }, [done, onClose])

  const [chosen, setChosen] = useState(product_id ?? '')
  const { data: stock } = useRead(readProductStock, { product_id: chosen }, { enabled: chosen !== '' })
  const fields = useFields(createTransfer, {
    initial: {
      product_id: product_id ?? '',
      from_location_id: start.from,
      to_location_id: start.to,
      lot_id: '',
      quantity: 1 as number | string,
      reason: 'restock' as TransferReason,
      notes: '',
      on_its_way: false,
    },
    toInput: ({ on_its_way, lot_id, ...values }) => ({
      ...values,
      lot_id: lot_id === '' ? null : lot_id,
      status: on_its_way ? 'pending' : 'completed',
    }),
    check: ({ from_location_id: from, lot_id, quantity }) => {
      if (!stock || !from || typeof quantity !== 'number') return {}
      const { available, expired, name } = movable(stock, from, lot_id)
      return quantity > available ? { quantity: onlyAvailable(available, name, expired) } : {}
    },
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to transfer inventory',
    onDone: (transfer) => {
      announce(transfer)
      if (product_id) setDone(transfer.status)
      else onClose()
    },
  })
  const wrong = useLiveErrors(state, ['quantity', 'to_location_id'], stock)
  const { form } = state
  const leaveFrom = (location: string) => {
    form.setFieldValue('from_location_id', location)
    form.setFieldValue('lot_id', '')
    if (location !== '' && form.getValues().to_location_id === location) form.setFieldValue('to_location_id', '')
  }
  // The stock of a product is loaded after the product is chosen. A location chosen in the meantime stays.
  const { locations: destinations = [] } = useLocationChoices('', true)
  const proposed = useRef(start)
  useEffect(() => {
    if (product_id !== undefined || stock?.product_id !== chosen) return
    const before = proposed.current
    proposed.current = proposedLocations(stock, destinations)
    if (form.getValues().from_location_id !== before.from || isTypedInto('from_location_id')) return
    leaveFrom(proposed.current.from)
    if (form.getValues().to_location_id === before.to && !isTypedInto('to_location_id'))
      form.setFieldValue('to_location_id', proposed.current.to)
    // oxlint-disable-next-line react/exhaustive-deps -- once per product, not whenever its stock changes
  }, [chosen, stock?.product_id])

  if (done !== null)
    return (
      <Alert role="status" color="green" icon={<IconCircleCheck size={18} stroke={1.7} />}>
        {done === 'pending' ? 'In transit' : 'Transfer completed successfully'}
      </Alert>
    )
  const { values } = state
  const lots = lotsAt(stock, values.from_location_id)
  const productField = state.field('product_id')
  return (
    <CommandForm
      state={state}
      submitLabel={
        typeof values.quantity === 'number' && values.quantity > 0
          ? `Transfer · ${counted(values.quantity, 'unit')}`
          : 'Transfer'
      }
      pendingLabel="Transferring..."
      onCancel={onClose}
      disabled={wrong}
    >
      {product_id === undefined && (
        <ProductPicker
          required
          data-autofocus
          stock="available"
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
          {...(product_id && start.from === '' ? { 'data-autofocus': true } : {})}
          {...state.field('from_location_id')}
          onChange={leaveFrom}
        />
        <LocationPicker
          label="To location"
          required
          destination
          stock={stock}
          except={values.from_location_id || undefined}
          {...(product_id && start.from !== '' && start.to === '' ? { 'data-autofocus': true } : {})}
          {...state.field('to_location_id')}
        />
      </FieldGrid>
      {lots.length > 1 && <Select label="Lot" allowDeselect={false} data={lots} {...state.field('lot_id')} />}
      <FieldGrid>
        <NumberField
          label="Quantity"
          required
          steppers
          min={1}
          description={availableText(stock, values.from_location_id, values.lot_id)}
          {...(product_id && start.to !== '' ? { 'data-autofocus': true } : {})}
          {...state.field('quantity')}
        />
        <Select label="Reason" allowDeselect={false} data={reasons} {...state.field('reason')} />
      </FieldGrid>
      <Textarea label="Notes" rows={2} {...state.field('notes')} />
      <Checkbox
        label="Mark as in transit"
        description={
          values.on_its_way
            ? 'They’re in transit until someone receives them under Transfers.'
            : 'Leave off to move stock immediately.'
        }
        {...state.form.getInputProps('on_its_way', { type: 'checkbox' })}
      />
    </CommandForm>
  )
}

function availableText(stock: ProductStock | undefined, location_id: string, lot_id: string): string | undefined {
  if (!stock?.locations.some((one) => one.location_id === location_id)) return undefined
  const { available, expired } = movable(stock, location_id, lot_id)
  const text = `${formatQuantity(available)} available`
  return expired > 0 ? `${text}, ${formatQuantity(expired)} expired` : text
}

function announce(transfer: Transfer): void {
  const what = `${counted(transfer.quantity, 'unit')} of ${transfer.product_name}`
  if (transfer.status === 'pending') return toastDone(`${what} in transit to ${transfer.to_location_name}`)
  toastDone(`${what} moved to ${transfer.to_location_name}`, {
    ...(transfer.undo.possible ? { undo: () => undoTransfer(transfer.id) } : {}),
    undone: 'Transfer undone',
  })
}
