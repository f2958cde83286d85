import { Combobox, UnstyledButton, useCombobox } from '@mantine/core'
import { type Icon, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './list-toolbar.module.css'

/** A choice that narrows a list; its value lives in the address under `key`, '' meaning all. */
export type Filter = Readonly<{
  key: string
  label: string
  icon?: Icon
  /** The name of no filter: "All Categories". */
  all: string
  options: readonly Readonly<{ value: string; label: string }>[]
}>

type FilterChipProps = Readonly<{ filter: Filter; value: string; onChange: (value: string) => void }>

/** A filter as a chip: dashed while it lets everything through, filled with its choice once it narrows. Long lists can be searched. */
export function FilterChip({ filter, value, onChange }: FilterChipProps) {
  const [search, setSearch] = useState('')
  const searchable = filter.options.length > 8
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => (searchable ? combobox.focusSearchInput() : combobox.selectActiveOption()),
  })
  const chosen = filter.options.find((option) => option.value === value)
  const label = value === '' ? filter.label : `${filter.label}: ${chosen?.label ?? value}`
  const options = [{ value: '', label: filter.all }, ...filter.options].filter((option) =>
    option.label.toLowerCase().includes(search.toLowerCase().trim()),
  )
  const FilterIcon = filter.icon
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
          className={classes['chip']}
          data-set={value !== '' || undefined}
          onClick={() => combobox.toggleDropdown()}
        >
          {FilterIcon && <FilterIcon size={16} stroke={1.6} aria-hidden />}
          {label}
          <IconChevronDown size={14} stroke={1.8} className={classes['chevron']} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        {searchable && (
          <Combobox.Search
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              combobox.selectFirstOption()
            }}
            placeholder="Search"
            aria-label={`Search ${filter.label}`}
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
    </Combobox>
  )
}
