import type { SelectProps } from '@mantine/core'
import { Select } from '../ui/select.tsx'
import { currencyChoices } from './currency-choices.ts'
import { timeZones } from './time-zones.ts'

/** A company's time zone. `initial`: the one the form began with, which stays among the choices in its own spelling. */
export function TimeZoneSelect({ initial, ...props }: SelectProps & Readonly<{ initial: string }>) {
  return (
    <Select
      label="Time Zone"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      allowDeselect={false}
      data={timeZones(initial)}
      nothingFoundMessage="Unknown time zone"
      {...props}
    />
  )
}

/** A company's currency. */
export function CurrencySelect(props: SelectProps) {
  return (
    <Select
      label="Currency"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      allowDeselect={false}
      data={currencyChoices}
      nothingFoundMessage="Unknown currency"
      {...props}
    />
  )
}
