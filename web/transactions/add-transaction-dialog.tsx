import { Alert, Button, SegmentedControl, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { byCount } from '../../contract/counted-nouns.ts'
import { readProductStock } from '../../contract/stock.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { CurrentStock } from '../stock/current-stock.tsx'
import { reasonOptions } from '../stock/labels.ts'
import { taking } from '../stock/may-take.ts'
import { ProductPicker } from '../stock/product-picker.tsx'
import { useTransactionForm } from './use-transaction-form.ts'
import { MoreFields } from './more-fields.tsx'
import { Select } from '../ui/select.tsx'

type AddTransactionDialogProps = Readonly<{
  opened: boolean
  onClose: () => void
  /** The product it starts with, '' for none. */
  product_id?: string
}>

/** Records stock in or out, with its reason. */
export function AddTransactionDialog({ opened, onClose, product_id = '' }: AddTransactionDialogProps) {
  return (
    <Dialog title="Add Transaction" opened={opened} onClose={onClose} size={560}>
      <AddTransactionForm onClose={onClose} product_id={product_id} />
    </Dialog>
  )
}

function AddTransactionForm({ onClose, product_id }: { onClose: () => void; product_id: string }) {
  const [chosen, setChosen] = useState(product_id)
  const { data: stock } = useRead(readProductStock, { product_id: chosen }, { enabled: chosen !== '' })
  const { state, wrong, saveAsPending, isSaving } = useTransactionForm(product_id, stock, onClose)
  const { values, form } = state
  const productField = state.field('product_id')
  const typeField = state.field('type')
  return (
    <CommandForm
      state={state}
      submitLabel="Add Transaction"
      pendingLabel="Adding..."
      onCancel={onClose}
      disabled={wrong}
      aside={
        <Button variant="subtle" disabled={isSaving || state.pending} onClick={() => void saveAsPending()}>
          Save as pending
        </Button>
      }
    >
      <ProductPicker
        required
        data-autofocus
        {...productField}
        onChange={(id) => {
          setChosen(id)
          productField.onChange(id)
        }}
      />
      <SegmentedControl
        aria-label="Transaction type"
        fullWidth
        data={[
          { value: 'in', label: 'Stock In' },
          { value: 'out', label: 'Stock Out' },
        ]}
        value={values.type}
        onChange={(type) => {
          typeField.onChange(type)
          form.setFieldValue('reason_code', null)
        }}
      />
      <div>
        <FieldGrid>
          <Select
            key={values.type}
            label="Reason"
            required
            placeholder="Select a reason"
            data={reasonOptions[values.type]}
            allowDeselect={false}
            {...state.field('reason_code')}
          />
          <NumberField label="Quantity" required steppers min={1} {...state.field('quantity')} />
        </FieldGrid>
        <CurrentStock
          stock={stock}
          location_id={values.location_id || null}
          reason_code={taking(values.type, values.reason_code)}
          {...(chosen === '' ? { placeholder: 'Choose a product to see its stock.' } : {})}
        />
      </div>
      {values.reason_code === 'purchase_order' && <IncomingNotice incoming={stock?.incoming ?? 0} />}
      <Textarea label="Notes" rows={3} required={values.reason_code === 'other'} {...state.field('notes')} />
      <MoreFields state={state} stock={stock} />
    </CommandForm>
  )
}

/** Suggests receiving from the order, which a manual entry doesn't update. */
function IncomingNotice({ incoming }: { incoming: number }) {
  if (incoming <= 0) return null
  return (
    <Alert color="yellow" icon={<IconInfoCircle size={18} stroke={1.7} />}>
      {byCount(incoming, {
        one: '{count} unit of this product is incoming. Receive it from the order, so the order is updated.',
        other: '{count} units of this product are incoming. Receive them from the order, so the order is updated.',
      })}
    </Alert>
  )
}
