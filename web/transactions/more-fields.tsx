import { TextInput } from '@mantine/core'
import type { ProductStock } from '../../contract/stock.ts'
import { DateField } from '../kit/date-field.tsx'
import { FoldedFields, hasErrorIn } from '../stock/folded-fields.tsx'
import { LocationPicker } from '../stock/location-picker.tsx'
import { takesExpiry } from '../stock/lot-of-entry.ts'
import type { useTransactionForm } from './use-transaction-form.ts'

type MoreFieldsProps = Readonly<{
  state: ReturnType<typeof useTransactionForm>['state']
  stock: ProductStock | undefined
}>

/** Rarely needed fields, behind a button. */
export function MoreFields({ state, stock }: MoreFieldsProps) {
  return (
    <FoldedFields
      label="Location, lot and date"
      isFilled={false}
      hasError={hasErrorIn(state.form.errors, ['location_id', 'lot_number', 'expires_on', 'happened_at'])}
    >
      <LocationPicker
        placeholder="Chosen automatically"
        clearable
        stock={stock}
        emptying={state.values.type === 'out'}
        arriving={state.values.type !== 'out'}
        {...state.field('location_id')}
      />
      <TextInput label="Lot number" {...state.field('lot_number')} />
      {takesExpiry(state.values) && <DateField label="Expiry date" {...state.field('expires_on')} />}
      <TextInput label="Happened at" type="datetime-local" {...state.field('happened_at')} />
    </FoldedFields>
  )
}
