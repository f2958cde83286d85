import { useDebouncedValue } from '@mantine/hooks'
import { IconMapPin, IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { listLocations, readLocation } from '../../contract/locations.ts'
import { listProducts, readProduct } from '../../contract/products.ts'
import { useRead } from '../kit/api.ts'
import { DateChip } from '../kit/date-chip.tsx'
import { FilterChip, type OwnFilter } from '../kit/filter-chip.tsx'
import { isDay, isId } from '../kit/list-address.ts'

type ChipProps = Readonly<{ value: string; onChange: (value: string) => void }>

function ProductChip({ value, onChange }: ChipProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 150)
  const found = useRead(listProducts, { search, limit: 20 }, { keepPrevious: true })
  const chosen = useRead(readProduct, { id: value }, { enabled: value !== '' })
  return (
    <FilterChip
      filter={{
        key: 'product',
        label: 'Product',
        icon: IconPackage,
        all: 'All Products',
        options: (found.data?.items ?? []).map((product) => ({
          value: product.id,
          label: `${product.name} · ${product.sku}`,
        })),
      }}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
      chosenLabel={chosen.data?.name ?? (chosen.isError ? 'not found' : '…')}
    />
  )
}

function LocationChip({ value, onChange }: ChipProps) {
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

/** The filters of every movement list, with these names in the address: `product`, `location`, `from` and `to`. */
export const productFilter: OwnFilter = {
  key: 'product',
  accepts: isId,
  control: (value, onChange) => <ProductChip value={value} onChange={onChange} />,
}
export const locationFilter: OwnFilter = {
  key: 'location',
  accepts: isId,
  control: (value, onChange) => <LocationChip value={value} onChange={onChange} />,
}
export const fromDateFilter: OwnFilter = {
  key: 'from',
  accepts: isDay,
  control: (value, onChange) => <DateChip label="From" value={value} onChange={onChange} />,
}
export const toDateFilter: OwnFilter = {
  key: 'to',
  accepts: isDay,
  control: (value, onChange) => <DateChip label="To" value={value} onChange={onChange} />,
}
