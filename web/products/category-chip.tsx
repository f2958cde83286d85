import { useDebouncedValue } from '@mantine/hooks'
import { IconCategory } from '@tabler/icons-react'
import { useState } from 'react'
import { listCategories, readCategory } from '../../contract/categories.ts'
import { useRead } from '../kit/api.ts'
import { FilterChip } from '../kit/filter-chip.tsx'

/** The filter's value for products without a category. */
export const uncategorized = 'none'

/** Chooses a category, or products without one. */
export function CategoryChip({ value, onChange }: { value: string; onChange: (value: string) => void }) {
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
