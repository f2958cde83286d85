import { Alert, Button, Collapse, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { checkInput } from '../../contract/check-input.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { type ProductStock, readProductStock } from '../../contract/stock.ts'
import { createTransaction, createTransactionDraft } from '../../contract/transactions.ts'
import { ApiError, useCommand, useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { CurrentStock } from '../stock/current-stock.tsx'
import { reasonOptions } from '../stock/labels.ts'
import { LocationPicker } from '../stock/location-picker.tsx'
import { taking, tooMany, tooManyForAny } from '../stock/may-take.ts'
import { ProductPicker } from '../stock/product-picker.tsx'
import { releasedText } from '../stock/released-text.ts'
import { undoPosting } from '../stock/undo.ts'
import { useLiveErrors } from '../stock/use-live-errors.ts'
import classes from './transactions.module.css'

type AddTransactionDialogProps = Readonly<{
  opened: boolean
  onClose: () => void
  /** The product it starts with, '' for none. */
  product_id?: string
}>

/** Enters stock that came in or went out, and why. */
export function AddTransactionDialog({ opened, onClose, product_id = '' }: AddTransactionDialogProps) {
  return (
    <Dialog title="Add Transaction" opened={opened} onClose={onClose} size={560}>
      <AddTransactionForm onClose={onClose} product_id={product_id} />
    </Dialog>
  )
}

type Values = {
  product_id: string
  type: 'in' | 'out'
  reason_code: string | null
  quantity: number | string
  location_id: string
  lot_number: string
  happened_at: string
  notes: string
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
      />
      {values.reason_code === 'purchase_order' && stock !== undefined && stock.incoming > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} stroke={1.7} />}>
          {formatQuantity(stock.incoming)} of this product {stock.incoming === 1 ? 'is' : 'are'} on order. Goods of an
          order are better received from it, so that the order knows.
        </Alert>
      )}
      <Textarea label="Notes" rows={3} required={values.reason_code === 'other'} {...state.field('notes')} />
      <MoreFields state={state} stock={stock} />
    </CommandForm>
  )
}

/** The form of a transaction: what is typed, its checks against the stock as it is, and both ways to save it. */
function useTransactionForm(product_id: string, stock: ProductStock | undefined, onClose: () => void) {
  const draft = useCommand(createTransactionDraft)

  const toInput = ({ happened_at, ...values }: Values) => ({
    ...values,
    location_id: values.location_id || null,
    happened_at: happened_at === '' ? null : localMoment(happened_at),
  })
  const fields = useFields(createTransaction, {
    initial: {
      product_id,
      type: 'in',
      reason_code: null,
      quantity: 1,
      location_id: '',
      lot_number: '',
      happened_at: '',
      notes: '',
    } as Values,
    toInput,
    check: ({ type, reason_code, quantity, location_id, lot_number }) => {
      const reason = taking(type, reason_code)
      // Of one lot less may be there than of all of them: then only the server knows.
      if (!stock || typeof quantity !== 'number' || lot_number.trim() !== '') return {}
      if (!reason && type === 'in') return {}
      const wrong = reason ? tooMany(stock, reason, location_id, quantity) : tooManyForAny(stock, location_id, quantity)
      return wrong === undefined ? {} : { quantity: wrong }
    },
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to add transaction',
    onDone: (outcome) => {
      onClose()
      toastDone(`Transaction added: ${formatQuantity(outcome.on_hand)} on hand${releasedText(outcome)}`, {
        undo: () => undoPosting(outcome.posting_id),
      })
    },
  })
  const wrong = useLiveErrors(state, ['quantity'], stock)
  const { form } = state

  // What is pending takes nothing yet: the stock there is now is no reason against it.
  const saveAsPending = async () => {
    const input = toInput(form.getValues())
    const { fields } = checkInput(createTransactionDraft.input, input)
    if (fields) return form.setErrors(fields)
    try {
      await draft.run(input as never)
      onClose()
      toastDone('Saved as pending. Nothing has moved yet.')
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      if (Object.keys(fields).length > 0) form.setErrors(fields)
      else toastFailed(error, 'Failed to add transaction')
    }
  }
  return { state, wrong, saveAsPending, isSaving: draft.pending }
}

type MoreFieldsProps = Readonly<{
  state: ReturnType<typeof useTransactionForm>['state']
  stock: ProductStock | undefined
}>

/** What few transactions need, behind a button. */
function MoreFields({ state, stock }: MoreFieldsProps) {
  const [moreShown, more] = useDisclosure(false)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes['more']}
        aria-expanded={moreShown}
        rightSection={<IconChevronDown size={14} stroke={1.8} />}
        onClick={more.toggle}
      >
        Location, lot and date
      </Button>
      <Collapse expanded={moreShown}>
        <FieldGrid>
          <LocationPicker
            placeholder="Chosen for you"
            clearable
            stock={stock}
            emptying={state.values.type === 'out'}
            {...state.field('location_id')}
          />
          <TextInput label="Lot number" {...state.field('lot_number')} />
          <TextInput label="Happened at" type="datetime-local" {...state.field('happened_at')} />
        </FieldGrid>
      </Collapse>
    </>
  )
}

/** What a `datetime-local` field holds, as a moment; left as it is when it is none, for the schema to refuse. */
function localMoment(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}
