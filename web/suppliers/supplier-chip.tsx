import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingStore } from '@tabler/icons-react'
import { useState } from 'react'
import { listSuppliers, readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import { FilterChip } from '../kit/filter-chip.tsx'

/** The filter's value for records without a supplier. */
export const noSupplier = 'none'

type SupplierChipProps = Readonly<{
  value: string
  onChange: (value: string) => void
  /** Offers records without a supplier, too. */
  withNone?: boolean
}>

/** Chooses the supplier that a list is filtered by. */
export function SupplierChip({ value, onChange, withNone = false }: SupplierChipProps) {
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
        options: withNone && search === '' ? [...options, { value: noSupplier, label: 'No supplier' }] : options,
      }}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
      chosenLabel={value === noSupplier ? 'none' : (named.data?.name ?? (named.isError ? 'not found' : '…'))}
    />
  )
}
