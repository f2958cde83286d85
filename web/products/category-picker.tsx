import type { ReactNode } from 'react'
import { createCategory, listCategories, readCategory, readNextCategoryColor } from '../../contract/categories.ts'
import { call, useRead } from '../kit/api.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { useAddTyped } from '../kit/use-add-typed.ts'
import { useSearchedOptions } from '../kit/use-searched-options.ts'
import { productLabels } from './product-labels.ts'

type CategoryPickerProps = Readonly<{
  /** The category's id, '' for none. */
  value?: string | null
  onChange: (category_id: string) => void
  error?: ReactNode
}>

/** Chooses a category, or none. */
export function CategoryPicker({ value, onChange, ...input }: CategoryPickerProps) {
  const { found, items, search, control } = useSearchedOptions(listCategories, { limit: 50 })
  const named = useRead(readCategory, { id: value ?? '' }, { enabled: Boolean(value) })
  const options = items.map(({ id, name }) => ({ value: id, label: name }))
  const onAdd = useAddTyped(
    createCategory,
    async (name) => ({ name, color: (await call(readNextCategoryColor, {})).color }),
    ({ id }) => onChange(id),
  )
  return (
    <SearchSelect
      label={productLabels.category_id}
      {...input}
      value={value || ''}
      chosenLabel={value ? (named.data?.name ?? '') : 'Uncategorized'}
      options={search === '' ? [{ value: '', label: 'Uncategorized' }, ...options] : options}
      {...control}
      onAdd={found.isError ? undefined : onAdd}
      emptyText={found.isError ? 'Categories couldn’t be loaded' : 'No categories found'}
      onChange={(category_id) => onChange(category_id ?? '')}
    />
  )
}
