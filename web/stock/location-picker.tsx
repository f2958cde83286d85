import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { createLocation } from '../../contract/locations.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { containsTyped } from '../kit/fold.ts'
import { loadFailure } from '../kit/load-failure.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { useAddTyped } from '../kit/use-add-typed.ts'
import { useLocationChoices } from './use-location-choices.ts'

type LocationPickerProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onSelect'> & {
  /** The location's id, '' or null for none. */
  value?: string | null
  onChange: (location_id: string) => void
  /** Shows each location's stock of this product. */
  stock?: ProductStock | undefined
  /** Offers locations to take units from: also inactive ones with stock. */
  emptying?: boolean
  clearable?: boolean
  /** Units are sent there: also locations that a limited member can't otherwise see. */
  destination?: boolean
  /** Units arrive there: a location that is missing can be added. */
  arriving?: boolean
  /** A location that isn't offered, because the destination must differ from the source. */
  except?: string | undefined
  /** The chosen location's name, which may not be among the first options. */
  locationName?: string | null | undefined
}

/** Chooses a location; only active ones, because units can't be put into others. */
export function LocationPicker({
  value,
  onChange,
  stock,
  emptying = false,
  destination = false,
  arriving = false,
  except,
  locationName,
  ...input
}: LocationPickerProps) {
  const [search, setSearch] = useState('')
  const { read, locations: active = [] } = useLocationChoices(search, destination)
  const [chosen, setChosen] = useState<{ id: string; label: string } | null>(null)
  const onAdd = useAddTyped(
    createLocation,
    (name) => ({ name }),
    ({ id, name }) => {
      setChosen({ id, label: name })
      onChange(id)
    },
  )
  const held = (id: string) => stock?.locations.find((location) => location.location_id === id)
  const left = emptying
    ? (stock?.locations ?? [])
        .filter(
          (location) => !location.is_active && location.available > 0 && containsTyped(location.location_name, search),
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
      fresh={!read.isPending && !read.isPlaceholderData}
      onAdd={arriving ? onAdd : undefined}
      emptyText={except ? 'No other active location found' : 'No locations found'}
      onChange={(location_id, option) => {
        setChosen(location_id && option ? { id: location_id, label: option.label } : null)
        onChange(location_id ?? '')
      }}
    />
  )
}
