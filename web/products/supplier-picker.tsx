import type { ReactNode } from 'react'
import { createSupplier, listSuppliers, readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { useAddTyped } from '../kit/use-add-typed.ts'
import { useSearchedOptions } from '../kit/use-searched-options.ts'
import { none } from './edited-values.ts'
import { productLabels } from './product-labels.ts'

type SupplierPickerProps = Readonly<{
  /** The supplier's id, '' for none. */
  value?: string | null
  /** For several products: '' keeps what each of them has, and `none` is for none. */
  keeping?: boolean
  onChange: (supplier_id: string) => void
  error?: ReactNode
}>

const noSupplier = { value: none, label: 'No supplier' }

/** Chooses a product's supplier, or none. */
export function SupplierPicker({ value, keeping = false, onChange, ...input }: SupplierPickerProps) {
  const { found, items, search, control } = useSearchedOptions(listSuppliers, { limit: 50 })
  const isNamed = Boolean(value) && value !== none
  const named = useRead(readSupplier, { id: value ?? '' }, { enabled: isNamed })
  const options = items.map(({ id, name }) => ({ value: id, label: name }))
  const onAdd = useAddTyped(
    createSupplier,
    (name) => ({ name }),
    ({ id }) => onChange(id),
  )
  return (
    <SearchSelect
      label={productLabels.supplier_id}
      placeholder={keeping ? 'No change' : 'None'}
      {...input}
      clearable
      value={value || null}
      chosenLabel={isNamed ? (named.data?.name ?? '') : value === none ? noSupplier.label : ''}
      options={keeping && search === '' ? [noSupplier, ...options] : options}
      {...control}
      onAdd={found.isError ? undefined : onAdd}
      emptyText={found.isError ? 'Suppliers couldn’t be loaded' : 'No suppliers found'}
      onChange={(supplier_id) => onChange(supplier_id ?? '')}
    />
  )
}
