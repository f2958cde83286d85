import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { listSuppliers } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import { loadFailure } from '../kit/load-failure.ts'
import { isFresh, SearchSelect } from '../kit/search-select.tsx'

type SupplierFieldProps = Readonly<{
  value: string
  /** The chosen supplier's name: it may no longer be among the options. */
  name: string
  /** The order's date, '' for today: suppliers active then are offered too. */
  orderDate: string
  onChange: (supplier_id: string, name: string) => void
  onBlur?: () => void
  error?: ReactNode
  /** Gets the focus when the screen opens. */
  isFirst?: boolean
}>

/** The supplier. Offers only suppliers that are active, or were on the order's date. */
export function SupplierField({ name, orderDate, onChange, isFirst = false, ...input }: SupplierFieldProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 150)
  const found = useRead(
    listSuppliers,
    { search, limit: 50, ...(isDay(orderDate) ? { active_on: orderDate } : { status: 'active' }) },
    { keepPrevious: true },
  )
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
      options={(found.data?.items ?? []).map((supplier) => ({ value: supplier.id, label: supplier.name }))}
      onSearch={setTyped}
      searching={found.isPending}
      fresh={isFresh(found, search, typed)}
      emptyText="No suppliers found"
      onChange={(supplier_id, option) => onChange(supplier_id ?? '', option?.label ?? '')}
    />
  )
}

/** A partly typed date isn't one yet. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && text >= '1970'
}
