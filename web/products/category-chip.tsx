import { listCategories, readCategory } from '../../contract/categories.ts'
import { useRead } from '../kit/api.ts'
import { FilterChip } from '../kit/filter-chip.tsx'
import { useSearchedOptions } from '../kit/use-searched-options.ts'

/** The filter's value for products without a category. */
export const uncategorized = 'none'

/** Chooses a category, or products without one. */
export function CategoryChip({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { items, search, control } = useSearchedOptions(listCategories, { limit: 50 })
  const named = useRead(readCategory, { id: value }, { enabled: value !== '' && value !== uncategorized })
  const options = items.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FilterChip
      filter={{
        key: 'category',
        label: 'Category',
        all: 'All Categories',
        options: search === '' ? [...options, { value: uncategorized, label: 'Uncategorized' }] : options,
      }}
      value={value}
      onChange={onChange}
      onSearch={control.onSearch}
      chosenLabel={
        value === uncategorized ? 'Uncategorized' : (named.data?.name ?? (named.isError ? 'not found' : '…'))
      }
    />
  )
}
