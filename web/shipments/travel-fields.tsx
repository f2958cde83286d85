import { Textarea, TextInput } from '@mantine/core'
import { DateField } from '../kit/date-field.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { isDay } from '../../contract/days.ts'
import type { FieldNames } from '../kit/conflict-strategy.ts'
import { NumberField } from '../kit/number-field.tsx'
import type { CommandFormState } from '../kit/use-submit.ts'
import { carrierOptions, methodOptions } from './labels.ts'
import { dayText } from '../ui/day-text.ts'
import { Select } from '../ui/select.tsx'

/** The delivery details, as the form's values. */
export const blankTravel = {
  shipping_method: null as string | null,
  carrier: null as string | null,
  shipping_address: '',
  tracking_number: '',
  estimated_delivery: '',
  shipping_cost: '' as number | string,
  notes: '',
}
export type Travel = typeof blankTravel

export function travelInput({ shipping_cost, ...travel }: Travel) {
  return { ...travel, shipping_cost: shipping_cost === '' ? null : shipping_cost }
}

const labelIn = (options: readonly Readonly<{ value: string; label: string }>[]) => (value: string | null) =>
  options.find((option) => option.value === value)?.label ?? '–'

/** The fields' names, for comparing two people's changes. */
export const travelNames: FieldNames<Travel> = {
  shipping_method: { name: 'Shipping method', show: labelIn(methodOptions) },
  carrier: { name: 'Carrier', show: labelIn(carrierOptions) },
  shipping_address: 'Shipping address',
  tracking_number: 'Tracking number',
  estimated_delivery: { name: 'Estimated delivery', show: (day) => (isDay(day) ? dayText(day) : day || '–') },
  shipping_cost: 'Shipping cost',
  notes: 'Notes',
}

/** What fits on a line of half a dialog, or of a phone. */
const charactersPerLine = 40

/** How many lines a text takes in its field, wrapped ones included. */
const linesOf = (text: string) =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0)

/** The fields of a shipment: destination and carrier. */
export function TravelFields<V extends Travel>({ state }: { state: CommandFormState<V> }) {
  const { field, values } = state
  // Both are as high as the longer one: they are beside each other.
  const rows = Math.min(6, Math.max(3, linesOf(values.shipping_address), linesOf(values.notes)))
  return (
    <>
      <FieldGrid columns={3}>
        <Select
          label="Shipping method"
          placeholder="Select a method"
          required
          data={methodOptions}
          {...field('shipping_method')}
        />
        <Select label="Carrier" placeholder="Select a carrier" required data={carrierOptions} {...field('carrier')} />
        <DateField label="Estimated delivery" {...field('estimated_delivery')} />
      </FieldGrid>
      {/* Side by side, so that all fields are visible in a window of 1280 × 800. */}
      <FieldGrid>
        <Textarea label="Shipping address" required rows={rows} {...field('shipping_address')} />
        <Textarea label="Notes" rows={rows} {...field('notes')} />
        <TextInput label="Tracking number" {...field('tracking_number')} />
        <NumberField label="Shipping cost" money step={0.01} {...field('shipping_cost')} />
      </FieldGrid>
    </>
  )
}
