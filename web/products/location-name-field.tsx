import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listLocations } from '../../contract/locations.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { useRead } from '../kit/api.ts'
import { searchable } from '../kit/list-address.ts'
import { useIsLimited } from '../kit/use-may.ts'
import { isSameName } from './ask-new-location.ts'
import { productLabels } from './product-labels.ts'

type LocationNameFieldProps = Omit<AutocompleteProps, 'data'> & {
  /** Used if the field is empty. */
  fallback?: string | undefined
  /** The product's saved location: it may stay, even if it is no longer active or gone. */
  saved?: string | undefined
}

/**
 * The location of a product by name: an existing one, or a new one, which saving creates. Members limited to locations
 * choose among their own.
 */
export function LocationNameField({ value = '', fallback, saved = '', ...field }: LocationNameFieldProps) {
  const isLimited = useIsLimited()
  const [search] = useDebouncedValue(trimmed(value), 150)
  const found = useRead(listLocations, { search: searchable(search), limit: 50 }, { keepPrevious: true })
  const locations = found.data?.items ?? []
  const active = locations.filter(({ is_active }) => is_active)
  const isSettled = found.isSuccess && !found.isPlaceholderData && search === trimmed(value)
  const isChosen = isSettled && search !== '' && !isSameName(search, saved)
  const named = locations.find(({ name }) => isSameName(name, search))
  const isNew = isChosen && !isLimited && !named
  const isInactive = isChosen && named?.is_active === false
  const defaultName = locations.find(({ is_default }) => is_default)?.name ?? fallback
  return (
    <Autocomplete
      label={productLabels.location}
      placeholder={defaultName}
      description={
        isNew
          ? `“${search}” is a new location. You’ll be asked before it’s created`
          : isInactive
            ? `${named.name} isn’t active`
            : 'Where it’s stored. Leave blank for the default location.'
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      {...field}
      value={value}
      data={[...new Set(active.map(({ name }) => name))]}
    />
  )
}
