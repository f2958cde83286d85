import { Textarea, TextInput } from '@mantine/core'
import { DateField } from '../kit/date-field.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import type { CommandFormState } from '../kit/use-submit.ts'
import { carrierOptions, methodOptions } from './labels.ts'
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

/** The fields of a shipment: destination and carrier. */
export function TravelFields<V extends Travel>({ state }: { state: CommandFormState<V> }) {
  const { field } = state
  return (
    <>
      <FieldGrid>
        <Select
          label="Shipping method"
          placeholder="Select a method"
          required
          data={methodOptions}
          {...field('shipping_method')}
        />
        <Select label="Carrier" placeholder="Select a carrier" required data={carrierOptions} {...field('carrier')} />
      </FieldGrid>
      <Textarea
        label="Shipping address"
        required
        rows={3}
        autosize
        minRows={3}
        maxRows={6}
        {...field('shipping_address')}
      />
      <FieldGrid columns={3}>
        <TextInput label="Tracking number" {...field('tracking_number')} />
        <DateField label="Estimated delivery" {...field('estimated_delivery')} />
        <NumberField label="Shipping cost" money step={0.01} {...field('shipping_cost')} />
      </FieldGrid>
      <Textarea label="Notes" rows={2} {...field('notes')} />
    </>
  )
}
