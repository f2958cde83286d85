import { listLocations, readLocation } from '../../contract/locations.ts'
import { useRead } from '../kit/api.ts'
import { FilterChip } from '../kit/filter-chip.tsx'
import { useSearchedOptions } from '../kit/use-searched-options.ts'

/** Chooses a location. */
export function LocationChip({ value, onChange }: Readonly<{ value: string; onChange: (value: string) => void }>) {
  const { items, control } = useSearchedOptions(listLocations, { limit: 50 })
  const chosen = useRead(readLocation, { id: value }, { enabled: value !== '' })
  return (
    <FilterChip
      filter={{
        key: 'location',
        label: 'Location',
        all: 'All Locations',
        options: items.map(({ id, name }) => ({ value: id, label: name })),
      }}
      value={value}
      onChange={onChange}
      onSearch={control.onSearch}
      chosenLabel={chosen.data?.name ?? (chosen.isError ? 'not found' : '…')}
    />
  )
}
