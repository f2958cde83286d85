import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listLocations } from '../../contract/locations.ts'
import { useRead } from '../kit/api.ts'
import { productLabels } from './product-labels.ts'

type LocationNameFieldProps = Omit<AutocompleteProps, 'data'> & {
  /** Used if the field is empty. */
  fallback?: string | undefined
}

/** The location of a product by name: an existing one, or a new one, which saving creates. */
export function LocationNameField({ value = '', fallback, ...field }: LocationNameFieldProps) {
  const [search] = useDebouncedValue(value.trim(), 150)
  const found = useRead(listLocations, { search, active: 'true', limit: 50 }, { keepPrevious: true })
  const names = [...new Set((found.data?.items ?? []).map(({ name }) => name))]
  const settled = found.isSuccess && !found.isPlaceholderData && search === value.trim()
  const isNew = settled && search !== '' && !names.some((name) => name.toLowerCase() === search.toLowerCase())
  const defaultName = found.data?.items.find(({ is_default }) => is_default)?.name ?? fallback
  return (
    <Autocomplete
      label={productLabels.location}
      placeholder={defaultName}
      description={
        isNew
          ? `“${search}” is a new location. You’ll be asked before it’s created`
          : 'Where it’s stored. Leave empty for the default location'
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      {...field}
      value={value}
      data={names}
    />
  )
}
