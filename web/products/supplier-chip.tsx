import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingStore } from '@tabler/icons-react'
import { useState } from 'react'
import { listSuppliers, readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import { FilterChip } from '../kit/filter-chip.tsx'

/** The filter's value for products without a supplier. */
export const noSupplier = 'none'

/** Chooses a supplier, or products without one. */
export function SupplierChip({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 150)
  const found = useRead(listSuppliers, { search, limit: 50 }, { keepPrevious: true })
  const named = useRead(readSupplier, { id: value }, { enabled: value !== '' && value !== noSupplier })
  const options = (found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FilterChip
      filter={{
        key: 'supplier',
        label: 'Supplier',
        icon: IconBuildingStore,
        all: 'All Suppliers',
        options: search === '' ? [...options, { value: noSupplier, label: 'No supplier' }] : options,
      }}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
      chosenLabel={value === noSupplier ? 'none' : (named.data?.name ?? (named.isError ? 'not found' : '…'))}
    />
  )
}
