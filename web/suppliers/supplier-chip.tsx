import { listSuppliers, readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import { FilterChip } from '../kit/filter-chip.tsx'
import { useSearchedOptions } from '../kit/use-searched-options.ts'

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
  const { items, search, control } = useSearchedOptions(listSuppliers, { limit: 50 })
  const named = useRead(readSupplier, { id: value }, { enabled: value !== '' && value !== noSupplier })
  const options = items.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FilterChip
      filter={{
        key: 'supplier',
        label: 'Supplier',
        all: 'All Suppliers',
        options: withNone && search === '' ? [...options, { value: noSupplier, label: 'No supplier' }] : options,
      }}
      value={value}
      onChange={onChange}
      onSearch={control.onSearch}
      chosenLabel={value === noSupplier ? 'none' : (named.data?.name ?? (named.isError ? 'not found' : '…'))}
    />
  )
}
