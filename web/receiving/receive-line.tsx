import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { type Condition, conditions } from '../../contract/receiving.ts'
import { NumberField } from '../kit/number-field.tsx'
import { LocationPicker } from '../stock/location-picker.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { dayText } from '../ui/time-text.ts'
import { conditionLabels } from './labels.ts'
import { PhotoField } from './photo-field.tsx'
import { excessOf, expiredOn, type Part } from './receipt-values.ts'
import classes from './receiving.module.css'
import { Select } from '../ui/select.tsx'

export type PartChange = (line: PurchaseOrderLine, part: Part, change: (part: Part) => Partial<Part>) => void

type ReceiveLineProps = Readonly<{
  line: PurchaseOrderLine
  parts: readonly Part[]
  /** The name of the line's location, as far as the order knows it. */
  locationName: string | null
  /** The field errors of each parcel, in order. */
  errors: readonly Readonly<Record<string, ReactNode>>[]
  over: boolean
  /** Nothing remains and nothing is typed: shows only its header. */
  done: boolean
  onChange: PartChange
  onOver: (line: PurchaseOrderLine, over: boolean) => void
  onSplit: (line: PurchaseOrderLine) => void
  /** Called when the upload of a photo begins (1) and ends (−1). Stays the same function. */
  onUpload: (change: 1 | -1) => void
}>

const conditionOptions = conditions.map((value) => ({ value, label: conditionLabels[value] }))

/** One line of the order: its remaining quantity, and its arrived parcels. */
export const ReceiveLine = memo(
  function ReceiveLine(props: ReceiveLineProps) {
    const { line, parts, over, onChange, onOver, onSplit } = props
    const { product_name, product_sku, product_image, remaining } = line
    const excess = excessOf(line, parts)
    const [first] = parts
    const whole = () => {
      if (first) onChange(line, first, () => ({ quantity: remaining }))
    }
    return (
      <li className={classes['line']} data-line={product_sku}>
        <div className={classes['head']}>
          <Thumbnail src={product_image} size={40} />
          <div className={classes['names']}>
            <span className={classes['name']}>{product_name}</span>
            <span className={classes['sku']}>{product_sku}</span>
          </div>
          {remaining > 0 ? (
            <button
              type="button"
              className={classes['remaining']}
              title="Receive all remaining"
              aria-label={`${formatQuantity(remaining)} remaining of ${product_name}: receive all`}
              onClick={whole}
            >
              <StatusBadge tone="amber">{formatQuantity(remaining)} remaining</StatusBadge>
            </button>
          ) : (
            <StatusBadge tone="green">Fully Received</StatusBadge>
          )}
        </div>
        {!props.done &&
          parts.map((part, index) => (
            <PartFields
              key={part.key}
              {...props}
              part={part}
              of={parts.length > 1 ? `${product_name}, part ${index + 1}` : product_name}
              error={props.errors[index] ?? {}}
            />
          ))}
        {excess > 0 && (
          <Checkbox
            className={classes['over']}
            checked={over}
            onChange={(event) => onOver(line, event.currentTarget.checked)}
            label={`Receive ${formatQuantity(excess)} more than ordered as an over-delivery`}
          />
        )}
        {!props.done && (
          <div>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconPlus size={14} stroke={1.8} />}
              onClick={() => onSplit(line)}
            >
              Another lot, condition or location
            </Button>
          </div>
        )}
      </li>
    )
  },
  (before, after) =>
    before.line === after.line &&
    before.over === after.over &&
    before.done === after.done &&
    before.locationName === after.locationName &&
    JSON.stringify([before.parts, before.errors]) === JSON.stringify([after.parts, after.errors]),
)

type PartFieldsProps = ReceiveLineProps & { part: Part; of: string; error: Readonly<Record<string, ReactNode>> }

/** The fields of one parcel. */
// oxlint-disable-next-line max-lines-per-function -- the fields of a parcel in their order
function PartFields({ line, part, of, error, locationName, onChange, onUpload }: PartFieldsProps) {
  const set = (fields: Partial<Part>) => onChange(line, part, () => fields)
  const expired = expiredOn(part)
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
        className={part.lot_number.trim() === '' ? classes['wide'] : undefined}
        label="Lot / serial"
        data-field="lot"
        enterKeyHint="next"
        aria-label={`Lot or serial number of ${of}`}
        autoComplete="off"
        value={part.lot_number}
        error={error['lot_number']}
        onChange={(event) => set({ lot_number: event.currentTarget.value })}
      />
      {part.lot_number.trim() !== '' && (
        <TextInput
          label="Expires"
          data-field="expires"
          enterKeyHint="next"
          aria-label={`Expiry of the lot of ${of}`}
          type="date"
          max="9999-12-31"
          value={part.expires_on}
          error={error['expires_on']}
          onChange={(event) => set({ expires_on: event.currentTarget.value })}
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
