import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { loadFailure } from '../kit/load-failure.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { useLocationChoices } from './use-location-choices.ts'

type LocationPickerProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onSelect'> & {
  /** The location's id, '' or null for none. */
  value?: string | null
  onChange: (location_id: string) => void
  /** Says at each location what it holds of this product. */
  stock?: ProductStock | undefined
  /** Offers locations where goods may be taken from: also inactive ones that still hold some. */
  emptying?: boolean
  clearable?: boolean
  /** Goods are sent there: also locations that a limited member sees nothing else of. */
  destination?: boolean
  /** A location that is not offered: what goes somewhere else can't stay where it is. */
  except?: string | undefined
  /** What the chosen one is called, where it may not be among the first on offer. */
  locationName?: string | null | undefined
}

/** Chooses a location; only active ones, because goods can't be put into others. */
export function LocationPicker({
  value,
  onChange,
  stock,
  emptying = false,
  destination = false,
  except,
  locationName,
  ...input
}: LocationPickerProps) {
  const [search, setSearch] = useState('')
  const { read, locations: active = [] } = useLocationChoices(search, destination)
  const [chosen, setChosen] = useState<{ id: string; label: string } | null>(null)
  const held = (id: string) => stock?.locations.find((location) => location.location_id === id)
  const left = emptying
    ? (stock?.locations ?? [])
        .filter(
          (location) =>
            !location.is_active &&
            location.available > 0 &&
            location.location_name.toLowerCase().includes(search.toLowerCase()),
        )
        .map((location) => ({
          id: location.location_id,
          name: `${location.location_name} (inactive)`,
          is_default: false,
        }))
    : []
  const offered = [...active, ...left].filter(({ id }) => id !== except)
  const options = offered.map((location) => ({
    value: location.id,
    label: location.name,
    ...(location.is_default ? { note: 'Default' } : {}),
    ...(stock ? { aside: formatQuantity(held(location.id)?.available ?? 0) } : {}),
  }))
  const label =
    options.find((option) => option.value === value)?.label ??
    (chosen && chosen.id === value ? chosen.label : (held(value ?? '')?.location_name ?? locationName))
  return (
    <SearchSelect
      label="Location"
      placeholder="Select location"
      {...input}
      {...loadFailure(read, value, 'Failed to load locations')}
      value={value || null}
      chosenLabel={value ? (label ?? '') : ''}
      options={options}
      onSearch={setSearch}
      searching={read.isPending}
      emptyText={except ? 'No other active location found' : 'No locations found'}
      onChange={(location_id, option) => {
        setChosen(location_id && option ? { id: location_id, label: option.label } : null)
        onChange(location_id ?? '')
      }}
    />
  )
}
