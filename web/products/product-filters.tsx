import { useDebouncedValue } from '@mantine/hooks'
import { IconArchive, IconBuildingStore, IconCategory, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { listCategories, readCategory } from '../../contract/categories.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import type { listProducts } from '../../contract/products.ts'
import { listSuppliers, readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import { AsOfPicker } from '../kit/as-of-picker.tsx'
import type { Past } from '../kit/as-of-text.ts'
import { type Filter, FilterChip, type OwnFilter } from '../kit/filter-chip.tsx'
import { isId } from '../kit/list-address.ts'
import type { AsOf } from '../kit/use-as-of.ts'
import { locationFilter } from '../stock/stock-filters.tsx'

const uncategorized = 'none'
const noSupplier = 'none'

function CategoryChip({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 150)
  const found = useRead(listCategories, { search, limit: 50 }, { keepPrevious: true })
  const named = useRead(readCategory, { id: value }, { enabled: value !== '' && value !== uncategorized })
  const options = (found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FilterChip
      filter={{
        key: 'category',
        label: 'Category',
        icon: IconCategory,
        all: 'All Categories',
        options: search === '' ? [...options, { value: uncategorized, label: 'Uncategorized' }] : options,
      }}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
      chosenLabel={
        value === uncategorized ? 'Uncategorized' : (named.data?.name ?? (named.isError ? 'not found' : '…'))
      }
    />
  )
}

function SupplierChip({ value, onChange }: { value: string; onChange: (value: string) => void }) {
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

const stockFilter: Filter = {
  key: 'filter',
  label: 'Stock',
  icon: IconStack2,
  all: 'All Stock Levels',
  options: [
    { value: 'low', label: 'Low Stock' },
    { value: 'out', label: 'Out of Stock' },
  ],
}

const categoryFilter: OwnFilter = {
  key: 'category',
  accepts: (value) => value === uncategorized || isId(value),
  control: (value, onChange) => <CategoryChip value={value} onChange={onChange} />,
}

const supplierFilter: OwnFilter = {
  key: 'supplier',
  accepts: (value) => value === noSupplier || isId(value),
  control: (value, onChange) => <SupplierChip value={value} onChange={onChange} />,
}

const archivedFilter: Filter = {
  key: 'archived',
  label: 'Archived',
  icon: IconArchive,
  all: 'Active products',
  options: [{ value: 'true', label: 'Archived products' }],
}

/**
 * The list's filters; archived products are offered once there are any. Filters by current stock don't apply to the
 * past.
 */
export function productFilters(withArchived: boolean, asOf: AsOf): readonly (Filter | OwnFilter)[] {
  const ofNow = asOf.past ? [] : [stockFilter]
  const byLocation = asOf.past ? [] : [locationFilter, asOfFilter(asOf)]
  return [...ofNow, categoryFilter, supplierFilter, ...byLocation, ...(withArchived ? [archivedFilter] : [])]
}

/** Chooses the moment; once one looks at the past, the notice above the list does. */
function asOfFilter(asOf: AsOf): OwnFilter {
  return { key: 'as_of', accepts: () => false, control: () => <AsOfPicker asOf={asOf} /> }
}

type Address = Readonly<Record<string, string>>

/** The list that an address asks for, as of a moment where one looks at the past. */
export function productsInput(address: Address, past: Past | null): InputOf<typeof listProducts> {
  const { q, sort, filter, category, supplier, location, archived } = address
  return {
    ...(q ? { search: q } : {}),
    ...(sort ? { sort: sort as 'name' } : {}),
    ...(category ? { category_id: category } : {}),
    ...(supplier ? { supplier_id: supplier } : {}),
    ...(archived === 'true' ? { archived: 'true' as const } : {}),
    ...past,
    ...(!past && (filter === 'low' || filter === 'out') ? { stock: filter } : {}),
    ...(!past && location ? { location_id: location } : {}),
  }
}
