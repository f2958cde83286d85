import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { listCategories, readCategory } from '../../contract/categories.ts'
import { useRead } from '../kit/api.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { productLabels } from './product-labels.ts'

type CategoryPickerProps = Readonly<{
  /** The category's id, '' for none. */
  value?: string | null
  onChange: (category_id: string) => void
  error?: ReactNode
}>

/** Chooses a category, or none. */
export function CategoryPicker({ value, onChange, ...input }: CategoryPickerProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 150)
  const found = useRead(listCategories, { search, limit: 50 }, { keepPrevious: true })
  const named = useRead(readCategory, { id: value ?? '' }, { enabled: Boolean(value) })
  const options = (found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SearchSelect
      label={productLabels.category_id}
      {...input}
      value={value || ''}
      chosenLabel={value ? (named.data?.name ?? '') : 'Uncategorized'}
      options={search === '' ? [{ value: '', label: 'Uncategorized' }, ...options] : options}
      onSearch={setTyped}
      searching={found.isPending}
      emptyText={found.isError ? 'Categories couldn’t be loaded' : 'No categories found'}
      onChange={(category_id) => onChange(category_id ?? '')}
    />
  )
}
