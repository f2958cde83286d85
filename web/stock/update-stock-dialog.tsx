import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { nounFor } from '../../contract/counted-nouns.ts'
import { bringsUnits } from '../../contract/entry-rules.ts'
import { limits } from '../../contract/limits.ts'
import { formatChange, formatQuantity } from '../../contract/quantity.ts'
import { type ProductStock, readProductStock } from '../../contract/stock.ts'
import { updateStock } from '../../contract/stock-updates.ts'
import type { EnteredType } from '../../contract/stock-reasons.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { DateField } from '../kit/date-field.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { CurrentStock } from './current-stock.tsx'
import { FoldedFields, hasErrorIn } from './folded-fields.tsx'
import { reasonOptions, typeLabels } from './labels.ts'
import { LocationPicker } from './location-picker.tsx'
import { expiryOf, takesExpiry } from './lot-of-entry.ts'
import { noReason, taking, tooMany } from './may-take.ts'
import { releasedText } from './released-text.ts'
import { undoPosting } from './undo.ts'
import { useLiveErrors } from './use-live-errors.ts'
import { Select } from '../ui/select.tsx'

type UpdateStockDialogProps = Readonly<{
  product_id: string
  /** Its name, below the title and in the toast. */
  product: string
  /** The initial location; by default the one with most. */
  location_id?: string | undefined
  opened: boolean
  onClose: () => void
}>

const types = (['in', 'out', 'adjustment'] as const).map((value) => ({ value, label: typeLabels[value] }))

/** Adds stock to one location or removes it, with or without a reason, or adjusts it by a signed quantity. */
export function UpdateStockDialog({ opened, onClose, ...rest }: UpdateStockDialogProps) {
  return (
    <Dialog title="Update Stock" subject={rest.product} opened={opened} onClose={onClose}>
      <Loaded {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Loaded({ product_id, location_id, ...rest }: Omit<UpdateStockDialogProps, 'opened'>) {
  const query = useRead(readProductStock, { product_id })
  // An open form stays open with its typed values, even if refetching fails.
  if (!query.data)
    return query.isError ? (
      <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={4} />
    )
  // The location with the most stock comes first.
  const start = location_id ?? query.data.locations.find((one) => one.is_active)?.location_id ?? ''
  return <UpdateStockForm {...rest} product_id={product_id} location_id={start} stock={query.data} />
}

type FormProps = Readonly<{
  product_id: string
  product: string
  location_id: string
  stock: ProductStock
  onClose: () => void
}>

// oxlint-disable-next-line max-lines-per-function -- one form, from its values to its fields
function UpdateStockForm({ product_id, product, location_id, stock, onClose }: FormProps) {
  const fields = useFields(updateStock, {
    initial: {
      location_id,
      type: 'in' as EnteredType,
      quantity: 1 as number | string,
      reason_code: null as string | null,
      lot_number: '',
      expires_on: '',
      notes: '',
    },
    toInput: (values) => ({
      product_id,
      ...values,
      location_id: values.location_id || undefined,
      lot_number: bringsUnits(values) ? values.lot_number : null,
      expires_on: expiryOf(values),
    }),
    check: (values) => {
      const taken = takenBy(values)
      const wrong = taken && values.location_id && tooMany(stock, taken.reason, values.location_id, taken.quantity)
      return wrong ? { quantity: wrong } : {}
    },
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to update stock',
    onDone: (outcome) => {
      onClose()
      toastDone(`${product}: ${formatQuantity(outcome.on_hand)} on hand${releasedText(outcome)}`, {
        undo: () => undoPosting(outcome.posting_id),
      })
    },
  })
  const wrong = useLiveErrors(state, ['quantity'], stock)
  const { values, form } = state
  const { type } = values
  return (
    <CommandForm state={state} submitLabel={submitLabel(changeOf(values))} onCancel={onClose} disabled={wrong}>
      <LocationPicker
        required
        scannable
        stock={stock}
        emptying={changeOf(values) < 0}
        arriving={changeOf(values) >= 0}
        {...state.field('location_id')}
      />
      <TypeChoice
        value={type}
        onChange={(chosen) => {
          form.setFieldValue('type', chosen)
          // Each type has its own reasons, an adjustment none.
          form.setFieldValue('reason_code', null)
        }}
      />
      {type !== 'adjustment' && (
        <Select
          key={type}
          label="Reason"
          placeholder="No reason"
          clearable
          data={reasonOptions[type]}
          {...state.field('reason_code')}
        />
      )}
      <div>
        <NumberField
          label="Quantity"
          required
          data-autofocus
          steppers
          {...(type === 'adjustment'
            ? { description: 'Use a minus sign to remove stock', min: -limits.quantityMax, inputMode: 'text' }
            : { min: 1 })}
          {...state.field('quantity')}
        />
        <CurrentStock
          stock={stock}
          location_id={values.location_id || null}
          reason_code={takenBy(values)?.reason ?? null}
          change={changeOf(values)}
        />
      </div>
      {bringsUnits(values) && (
        <FoldedFields
          label="Lot and expiry date"
          isFilled={values.lot_number !== '' || values.expires_on !== ''}
          hasError={hasErrorIn(form.errors, ['lot_number', 'expires_on'])}
        >
          <TextInput label="Lot number" {...state.field('lot_number')} />
          {takesExpiry(values) && <DateField label="Expiry date" {...state.field('expires_on')} />}
        </FoldedFields>
      )}
      <Textarea label="Notes" rows={3} required={values.reason_code === 'other'} {...state.field('notes')} />
    </CommandForm>
  )
}

/** The type of change. A click moves on to the quantity; with the keyboard, the arrows continue choosing. */
function TypeChoice({ value, onChange }: { value: EnteredType; onChange: (type: EnteredType) => void }) {
  const isMouse = useRef(false)
  const root = useRef<HTMLDivElement>(null)
  return (
    <Input.Wrapper label="Transaction Type" labelElement="div" required>
      <SegmentedControl
        ref={root}
        fullWidth
        aria-label="Transaction Type"
        data={types}
        value={value}
        // On touch screens the keyboard would cover the form.
        onPointerDown={({ pointerType }) => (isMouse.current = pointerType === 'mouse')}
        onKeyDown={() => (isMouse.current = false)}
        onChange={(chosen) => {
          onChange(chosen)
          const quantity = root.current?.closest('form')?.querySelector<HTMLElement>('[data-path="quantity"]')
          if (isMouse.current) requestAnimationFrame(() => quantity?.focus())
        }}
      />
    </Input.Wrapper>
  )
}

/** `Update Stock · −3 units`. */
function submitLabel(change: number): string {
  return change === 0 ? 'Update Stock' : `Update Stock · ${formatChange(change)} ${nounFor(change, 'unit')}`
}

type Values = { type: EnteredType; quantity: number | string; reason_code: string | null }

/** The change of on hand by saving; 0 without a quantity. */
function changeOf({ type, quantity }: Values): number {
  if (typeof quantity !== 'number') return 0
  return type === 'out' ? -quantity : quantity
}

/** The reason that removes stock, and the quantity; null if stock is only added. */
function takenBy({ type, quantity, reason_code }: Values): { reason: string; quantity: number } | null {
  if (typeof quantity !== 'number') return null
  if (type === 'adjustment') return quantity < 0 ? { reason: noReason, quantity: -quantity } : null
  const reason = taking(type, type === 'out' ? (reason_code ?? noReason) : reason_code)
  return reason === null ? null : { reason, quantity }
}
