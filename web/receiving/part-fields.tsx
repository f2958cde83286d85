import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { conditionLabels, type Condition, conditions } from '../../contract/receiving.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { DateField } from '../kit/date-field.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { useToday } from '../kit/use-today.ts'
import { LocationPicker } from '../stock/location-picker.tsx'
import { dayText } from '../ui/day-text.ts'
import { PhotoField } from './photo-field.tsx'
import { expiredOn, type Part } from './receipt-values.ts'
import classes from './part-fields.module.css'
import { Select } from '../ui/select.tsx'

export type PartChange = (line: PurchaseOrderLine, part: Part, change: (part: Part) => Partial<Part>) => void

const conditionOptions = conditions.map((value) => ({ value, label: conditionLabels[value] }))

export type PartFieldsProps = Readonly<{
  line: PurchaseOrderLine
  part: Part
  of: string
  error: Readonly<Record<string, ReactNode>>
  /** The name of the line's location, if the order includes it. */
  locationName: string | null
  onChange: PartChange
  /** Called when the upload of a photo begins (1) and ends (−1). Stays the same function. */
  onUpload: (change: 1 | -1) => void
}>

/** The fields of one part. */
// oxlint-disable-next-line max-lines-per-function -- the fields of a part in their order
export function PartFields({ line, part, of, error, locationName, onChange, onUpload }: PartFieldsProps) {
  const set = (fields: Partial<Part>) => onChange(line, part, () => fields)
  const today = useToday()
  const expired = expiredOn(part, today)
  return (
    <div className={classes['part']} role="group" aria-label={of}>
      <NumberField
        label="Quantity to receive"
        aria-label={`Quantity to receive of ${of}`}
        steppers
        data-field="quantity"
        enterKeyHint="next"
        placeholder="0"
        value={part.quantity}
        error={error['quantity']}
        onChange={(quantity) => set({ quantity })}
      />
      <LocationPicker
        label="Receiving location"
        scannable
        arriving
        aria-label={`Receiving location of ${of}`}
        value={part.location_id}
        locationName={locationName}
        error={part.location_id === '' ? 'Location Required' : error['location_id']}
        onChange={(location_id) => set({ location_id })}
      />
      <Select
        label="Condition"
        aria-label={`Condition of ${of}`}
        allowDeselect={false}
        data={conditionOptions}
        value={part.condition}
        onChange={(condition) => set({ condition: condition as Condition })}
      />
      <TextInput
        label="Lot / serial"
        data-field="lot"
        enterKeyHint="next"
        aria-label={`Lot or serial number of ${of}`}
        autoComplete="off"
        value={part.lot_number}
        error={error['lot_number']}
        onChange={(event) => set({ lot_number: event.currentTarget.value })}
      />
      {trimmed(part.lot_number) !== '' && (
        <DateField
          className={classes['expires']}
          label="Expires"
          data-field="expires"
          enterKeyHint="next"
          aria-label={`Expiry of the lot of ${of}`}
          value={part.expires_on}
          error={error['expires_on']}
          onChange={(expires_on) => set({ expires_on })}
        />
      )}
      {part.condition === 'damaged' && (
        <p className={classes['held']}>Damaged goods are put on hold, not into stock.</p>
      )}
      {expired !== null && (
        <p className={classes['held']} role="status">
          This lot expired on {dayText(expired)}. You can receive it, but orders won’t use it.
        </p>
      )}
      <TextInput
        className={classes['notes']}
        label="Notes"
        aria-label={`Notes on ${of}`}
        value={part.notes}
        error={error['notes']}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
      <PhotoField
        of={of}
        photos={part.photos}
        error={typeof error['photos'] === 'string' ? error['photos'] : undefined}
        onChange={(change) => onChange(line, part, (now) => ({ photos: change(now.photos) }))}
        onUpload={onUpload}
      />
    </div>
  )
}
