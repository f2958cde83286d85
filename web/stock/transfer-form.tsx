import { Checkbox, Textarea } from '@mantine/core'
import type { ComponentProps } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { transferReasons } from '../../contract/location-transfers.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { transferReasonLabels } from '../../contract/reason-labels.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { useMayWorkAt } from '../kit/use-may.ts'
import { Select } from '../ui/select.tsx'
import { LocationPicker } from './location-picker.tsx'
import { lotsAt, movable } from './movable.ts'
import { ProductPicker } from './product-picker.tsx'
import { TransferOutcome } from './transfer-outcome.tsx'
import { useLiveErrors } from './use-live-errors.ts'
import type { LocationChoice } from './use-location-choices.ts'
import { type TransferFormOptions, useTransferForm } from './use-transfer-form.ts'

const reasons = transferReasons.map((value) => ({ value, label: transferReasonLabels[value] }))

/** The fields of a transfer, and what it would change. */
// oxlint-disable-next-line max-lines-per-function -- the fields of one form, in order
export function TransferForm({ onCancel, ...options }: TransferFormOptions & Readonly<{ onCancel: () => void }>) {
  const { product_id, start } = options
  const { state, stock, destinations, chooseProduct, leaveFrom } = useTransferForm(options)
  const mayWorkAt = useMayWorkAt()
  const wrong = useLiveErrors(state, ['quantity', 'to_location_id'], stock)
  const { values } = state
  const lots = lotsAt(stock, values.from_location_id)
  const outcome = wrong ? null : outcomeOf(values, stock, destinations, mayWorkAt)
  const firstEmpty =
    product_id === undefined ? 'product' : start.from === '' ? 'from' : start.to === '' ? 'to' : 'quantity'
  const autofocus = (field: typeof firstEmpty) => (field === firstEmpty ? { 'data-autofocus': true } : {})
  return (
    <CommandForm
      state={state}
      submitLabel={submitLabel(values.quantity)}
      pendingLabel="Transferring..."
      onCancel={onCancel}
      disabled={wrong}
    >
      {product_id === undefined && (
        <ProductPicker
          required
          stock="available"
          {...autofocus('product')}
          {...state.field('product_id')}
          onChange={chooseProduct}
        />
      )}
      <FieldGrid>
        <LocationPicker
          label="From location"
          scannable
          required
          stock={stock}
          emptying
          {...autofocus('from')}
          {...state.field('from_location_id')}
          onChange={leaveFrom}
        />
        <LocationPicker
          label="To location"
          scannable
          required
          destination
          arriving
          stock={stock}
          except={values.from_location_id || undefined}
          {...autofocus('to')}
          {...state.field('to_location_id')}
        />
      </FieldGrid>
      {lots.length > 1 && <Select label="Lot" allowDeselect={false} data={lots} {...state.field('lot_id')} />}
      <div>
        <FieldGrid>
          <NumberField
            label="Quantity"
            required
            steppers
            min={1}
            description={availableText(stock, values.from_location_id, values.lot_id)}
            {...autofocus('quantity')}
            {...state.field('quantity')}
          />
          <Select label="Reason" allowDeselect={false} data={reasons} {...state.field('reason')} />
        </FieldGrid>
        {outcome && <TransferOutcome {...outcome} />}
      </div>
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

function submitLabel(quantity: number | string): string {
  return typeof quantity === 'number' && quantity > 0 ? `Transfer · ${counted(quantity, 'unit')}` : 'Transfer'
}

type Chosen = Readonly<{
  from_location_id: string
  to_location_id: string
  quantity: number | string
  on_its_way: boolean
}>

/** What the chosen transfer would change; null until everything is chosen. */
function outcomeOf(
  { from_location_id, to_location_id, quantity, on_its_way }: Chosen,
  stock: ProductStock | undefined,
  destinations: readonly LocationChoice[],
  mayWorkAt: (location_id: string) => boolean,
): ComponentProps<typeof TransferOutcome> | null {
  const from = stock?.locations.find(({ location_id }) => location_id === from_location_id)
  const to = destinations.find(({ id }) => id === to_location_id)
  if (!stock || !from || !to || typeof quantity !== 'number' || quantity <= 0 || quantity > from.available) return null
  return {
    stock,
    from: { id: from.location_id, name: from.location_name },
    to: mayWorkAt(to.id) ? to : null,
    quantity,
    isOnItsWay: on_its_way,
  }
}

function availableText(stock: ProductStock | undefined, location_id: string, lot_id: string): string | undefined {
  if (!stock?.locations.some((one) => one.location_id === location_id)) return undefined
  const { available, expired } = movable(stock, location_id, lot_id)
  const text = `${formatQuantity(available)} available`
  return expired > 0 ? `${text}, ${formatQuantity(expired)} expired` : text
}
