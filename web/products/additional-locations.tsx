import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { newId } from '../kit/new-id.ts'
import type { CommandFormState } from '../kit/use-submit.ts'
import { NumberField } from '../kit/number-field.tsx'
import { LocationPicker } from '../stock/location-picker.tsx'
import classes from './product-form.module.css'
import type { ProductValues } from './product-values.ts'

/** More locations of a product, each with its quantity. */
export function AdditionalLocations({ state }: { state: CommandFormState<ProductValues> }) {
  const { form, field, values } = state
  const add = () => form.insertListItem('additional_locations', { key: newId(), location_id: '', quantity: '' })
  return (
    <fieldset className={classes['locations']}>
      <legend>Additional Locations</legend>
      {values.additional_locations.map((row, index) => (
        <div key={row.key} className={classes['location']}>
          <LocationPicker
            label={`Location ${index + 2}`}
            arriving
            data-autofocus
            {...field(`additional_locations.${index}.location_id`)}
          />
          <NumberField label="Quantity" placeholder="0" {...field(`additional_locations.${index}.quantity`)} />
          <ActionIcon
            size={36}
            className={classes['remove']}
            aria-label={`Remove location ${index + 2}`}
            onClick={() => form.removeListItem('additional_locations', index)}
          >
            <IconTrash size={17} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button variant="default" size="compact-md" leftSection={<IconPlus size={15} />} onClick={add}>
          Add location
        </Button>
      </div>
    </fieldset>
  )
}
