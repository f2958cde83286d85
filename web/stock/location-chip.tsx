import { useDebouncedValue } from '@mantine/hooks'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { listLocations, readLocation } from '../../contract/locations.ts'
import { useRead } from '../kit/api.ts'
import { FilterChip } from '../kit/filter-chip.tsx'

/** Chooses a location. */
export function LocationChip({ value, onChange }: Readonly<{ value: string; onChange: (value: string) => void }>) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 150)
  const found = useRead(listLocations, { search, limit: 50 }, { keepPrevious: true })
  const chosen = useRead(readLocation, { id: value }, { enabled: value !== '' })
  return (
    <FilterChip
      filter={{
        key: 'location',
        label: 'Location',
        icon: IconMapPin,
        all: 'All Locations',
        options: (found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
      }}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
      chosenLabel={chosen.data?.name ?? (chosen.isError ? 'not found' : '…')}
    />
  )
}
