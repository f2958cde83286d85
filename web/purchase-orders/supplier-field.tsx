import type { ReactNode } from 'react'
import { createSupplier, listSuppliers, type Supplier } from '../../contract/suppliers.ts'
import { filterDay } from '../kit/list-address.ts'
import { loadFailure } from '../kit/load-failure.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { useAddTyped } from '../kit/use-add-typed.ts'
import { useSearchedOptions } from '../kit/use-searched-options.ts'

type SupplierFieldProps = Readonly<{
  value: string
  /** The chosen supplier's name: it may no longer be among the options. */
  name: string
  /** The order's date, '' for today: suppliers active then are offered too. */
  orderDate: string
  /** Null: none any more. */
  onChange: (supplier: Supplier | null) => void
  onBlur?: () => void
  error?: ReactNode
  /** Gets the focus when the screen opens. */
  isFirst?: boolean
}>

/** The supplier. Offers only suppliers that are active, or were on the order's date. */
export function SupplierField({ name, orderDate, onChange, isFirst = false, ...input }: SupplierFieldProps) {
  const active_on = filterDay(orderDate)
  const { found, items, control } = useSearchedOptions(listSuppliers, {
    limit: 50,
    ...(active_on === undefined ? { status: 'active' } : { active_on }),
  })
  const onAdd = useAddTyped(createSupplier, (typed) => ({ name: typed }), onChange)
  return (
    <SearchSelect
      label="Supplier"
      placeholder="Select a supplier"
      required
      data-autofocus={isFirst || undefined}
      {...input}
      {...loadFailure(found, input.value, 'Failed to load suppliers')}
      value={input.value || null}
      chosenLabel={name}
      options={items.map((supplier) => ({ value: supplier.id, label: supplier.name }))}
      {...control}
      emptyText="No suppliers found"
      onAdd={onAdd}
      onChange={(supplier_id) => onChange(items.find(({ id }) => id === supplier_id) ?? null)}
    />
  )
}
