import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { listSuppliers, readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { productLabels } from './product-labels.ts'

type SupplierPickerProps = Readonly<{
  /** The supplier's id, '' for none. */
  value?: string | null
  onChange: (supplier_id: string) => void
  error?: ReactNode
}>

/** Chooses a product's supplier, or none. */
export function SupplierPicker({ value, onChange, ...input }: SupplierPickerProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 150)
  const found = useRead(listSuppliers, { search, limit: 50 }, { keepPrevious: true })
  const named = useRead(readSupplier, { id: value ?? '' }, { enabled: Boolean(value) })
  return (
    <SearchSelect
      label={productLabels.supplier_id}
      placeholder="None"
      {...input}
      clearable
      value={value || null}
      chosenLabel={value ? (named.data?.name ?? '') : ''}
      options={(found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onSearch={setTyped}
      searching={found.isPending}
      emptyText={found.isError ? 'Suppliers couldn’t be loaded' : 'No suppliers found'}
      onChange={(supplier_id) => onChange(supplier_id ?? '')}
    />
  )
}
