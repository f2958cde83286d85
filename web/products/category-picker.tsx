import type { ReactNode } from 'react'
import { createCategory, listCategories, readCategory, readNextCategoryColor } from '../../contract/categories.ts'
import { call, useRead } from '../kit/api.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { useAddTyped } from '../kit/use-add-typed.ts'
import { useSearchedOptions } from '../kit/use-searched-options.ts'
import { none } from './edited-values.ts'
import { productLabels } from './product-labels.ts'

type CategoryPickerProps = Readonly<{
  /** The category's id, '' for none. */
  value?: string | null
  /** For several products: '' keeps what each of them has, and `none` is for none. */
  keeping?: boolean
  onChange: (category_id: string) => void
  error?: ReactNode
}>

/** Chooses a category, or none. */
export function CategoryPicker({ value, keeping = false, onChange, ...input }: CategoryPickerProps) {
  const { found, items, search, control } = useSearchedOptions(listCategories, { limit: 50 })
  const uncategorized = { value: keeping ? none : '', label: 'Uncategorized' }
  const chosen = value || ''
  const isNamed = chosen !== '' && chosen !== none
  const named = useRead(readCategory, { id: chosen }, { enabled: isNamed })
  const options = items.map(({ id, name }) => ({ value: id, label: name }))
  const onAdd = useAddTyped(
    createCategory,
    async (name) => ({ name, color: (await call(readNextCategoryColor, {})).color }),
    ({ id }) => onChange(id),
  )
  return (
    <SearchSelect
      label={productLabels.category_id}
      {...(keeping ? { placeholder: 'No change', clearable: true } : {})}
      {...input}
      value={chosen}
      chosenLabel={isNamed ? (named.data?.name ?? '') : chosen === uncategorized.value ? uncategorized.label : ''}
      options={search === '' ? [uncategorized, ...options] : options}
      {...control}
      onAdd={found.isError ? undefined : onAdd}
      emptyText={found.isError ? 'Categories couldn’t be loaded' : 'No categories found'}
      onChange={(category_id) => onChange(category_id ?? '')}
    />
  )
}
