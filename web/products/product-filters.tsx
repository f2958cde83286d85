import type { InputOf } from '../../contract/endpoint.ts'
import type { listProducts } from '../../contract/products.ts'
import { AsOfPicker } from '../kit/as-of-picker.tsx'
import type { Past } from '../kit/as-of-text.ts'
import type { Filter, OwnFilter } from '../kit/filter-chip.tsx'
import { isId } from '../kit/list-address.ts'
import type { AsOf } from '../kit/use-as-of.ts'
import { locationFilter } from '../stock/stock-filters.tsx'
import { uncategorized, CategoryChip } from './category-chip.tsx'
import { noSupplier, SupplierChip } from '../suppliers/supplier-chip.tsx'

const stockFilter: Filter = {
  key: 'filter',
  label: 'Stock',
  all: 'All Stock Levels',
  options: [
    { value: 'low', label: 'Low Stock' },
    { value: 'out', label: 'Out of Stock' },
    { value: 'reorder', label: 'To Reorder' },
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
  control: (value, onChange) => <SupplierChip withNone value={value} onChange={onChange} />,
}

const archivedFilter: Filter = {
  key: 'archived',
  label: 'Archived',
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

/** Chooses the moment; for a past one, the notice above the list does. */
function asOfFilter(asOf: AsOf): OwnFilter {
  return { key: 'as_of', accepts: () => false, control: () => <AsOfPicker asOf={asOf} /> }
}

type Address = Readonly<Record<string, string>>

/** Whether the address filters products. */
export function isNarrowed(address: Address): boolean {
  return Object.entries(address).some(([key, value]) => !['sort', 'view'].includes(key) && value !== '')
}

/** The list for an address, at a past moment if there is one. */
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
    ...(!past && filter === 'reorder' ? { stock: 'to_reorder' as const } : {}),
    ...(!past && location ? { location_id: location } : {}),
  }
}
