import { Combobox, UnstyledButton, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { containsTyped } from './fold.ts'
import classes from './list-toolbar.module.css'
import { useNear } from '../ui/use-near.ts'

/** A choice that filters a list; its value is in the address under `key`, '' meaning all. */
export type Filter = Readonly<{
  key: string
  label: string
  /** The label without a filter: "All Categories". */
  all: string
  options: readonly Readonly<{ value: string; label: string }>[]
}>

/** A filter that renders itself: for choices searched on the server, and for days. `value` is '' while unset. */
export type OwnFilter = Readonly<{
  key: string
  /** Whether a value in the address is valid for this filter; others count as unset. */
  accepts: (value: string) => boolean
  control: (value: string, onChange: (value: string) => void) => ReactNode
}>

type FilterChipProps = Readonly<{
  filter: Filter
  value: string
  onChange: (value: string) => void
  /** For options searched on the server: called with the typed text; `options` then contain the results. */
  onSearch?: (text: string) => void
  /** The choice's label, if `options` may not contain it. */
  chosenLabel?: string | undefined
}>

/** A filter as a chip: dashed while unset, filled with its choice once set. Long lists can be searched. */
// oxlint-disable-next-line max-lines-per-function -- its button and its list share what is chosen
export function FilterChip({ filter, value, onChange, onSearch, chosenLabel }: FilterChipProps) {
  const [search, setSearch] = useState('')
  const { isNear, near } = useNear()
  const searchable = onSearch !== undefined || filter.options.length > 8
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
      onSearch?.('')
    },
    onDropdownOpen: () => (searchable ? combobox.focusSearchInput() : combobox.selectActiveOption()),
  })
  const chosen = filter.options.find((option) => option.value === value)
  const label = value === '' ? filter.label : `${filter.label}: ${chosen?.label ?? chosenLabel ?? value}`
  const options = [{ value: '', label: filter.all }, ...filter.options].filter(
    (option) => onSearch || containsTyped(option.label, search),
  )
  return (
    <Combobox
      store={combobox}
      width={240}
      position="bottom-start"
      shadow="floating"
      onOptionSubmit={(next) => {
        onChange(next)
        combobox.closeDropdown()
        combobox.focusTarget()
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes>
        <UnstyledButton
          {...near}
          className={classes['chip']}
          data-set={value !== '' || undefined}
          data-named={(value !== '' && onSearch !== undefined) || undefined}
          onClick={() => combobox.toggleDropdown()}
        >
          <span className={classes['chosen']} title={label}>
            {label}
          </span>
          <IconChevronDown size={14} stroke={1.8} className={classes['chevron']} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      {isNear && (
        <Combobox.Dropdown>
          {searchable && (
            <Combobox.Search
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value)
                onSearch?.(event.currentTarget.value)
                combobox.selectFirstOption()
              }}
              placeholder="Search"
              aria-label={`Search ${filter.label}`}
              // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- Mantine sets aria-controls itself
              role="combobox"
              aria-expanded
            />
          )}
          <Combobox.Options className={classes['options']} aria-label={filter.label}>
            {options.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
            {options.map((option) => (
              <Combobox.Option
                key={option.value}
                value={option.value}
                active={option.value === value}
                className={classes['option']}
              >
                <span className={classes['optionLabel']}>{option.label}</span>
                {option.value === value && <IconCheck size={16} stroke={1.8} aria-hidden />}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}
