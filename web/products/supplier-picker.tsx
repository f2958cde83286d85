import type { ReactNode } from 'react'
import { createSupplier, listSuppliers, readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { useAddTyped } from '../kit/use-add-typed.ts'
import { useSearchedOptions } from '../kit/use-searched-options.ts'
import { productLabels } from './product-labels.ts'

type SupplierPickerProps = Readonly<{
  /** The supplier's id, '' for none. */
  value?: string | null
  onChange: (supplier_id: string) => void
  error?: ReactNode
}>

/** Chooses a product's supplier, or none. */
export function SupplierPicker({ value, onChange, ...input }: SupplierPickerProps) {
  const { found, items, control } = useSearchedOptions(listSuppliers, { limit: 50 })
  const named = useRead(readSupplier, { id: value ?? '' }, { enabled: Boolean(value) })
  const onAdd = useAddTyped(
    createSupplier,
    (name) => ({ name }),
    ({ id }) => onChange(id),
  )
  return (
    <SearchSelect
      label={productLabels.supplier_id}
      placeholder="None"
      {...input}
      clearable
      value={value || null}
      chosenLabel={value ? (named.data?.name ?? '') : ''}
      options={items.map(({ id, name }) => ({ value: id, label: name }))}
      {...control}
      onAdd={found.isError ? undefined : onAdd}
      emptyText={found.isError ? 'Suppliers couldn’t be loaded' : 'No suppliers found'}
      onChange={(supplier_id) => onChange(supplier_id ?? '')}
    />
  )
}
