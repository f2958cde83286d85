import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { type CustomerSummary, listCustomers } from '../../contract/customers.ts'
import { useRead } from '../kit/api.ts'
import classes from './customer-field.module.css'

type CustomerFieldProps = Readonly<{
  value: string
  error?: ReactNode
  readOnly?: boolean
  onChange: (name: string) => void
  onBlur?: () => void
  /** An earlier customer was picked: their e-mail and phone come along. */
  onPick: (customer: CustomerSummary) => void
}>

/** The customer's name: typed freely, or picked among earlier customers that fit what is typed. */
export function CustomerField({ value, error, readOnly = false, onChange, onBlur, onPick }: CustomerFieldProps) {
  const [search] = useDebouncedValue(value, 150)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = useRead(listCustomers, { search, limit: 8 }, { keepPrevious: true, enabled: !readOnly })
  const options = found.data?.items ?? []
  return (
    <Combobox
      store={combobox}
      shadow="floating"
      withinPortal
      onOptionSubmit={(id) => {
        const customer = options.find((one) => one.id === id)
        if (customer) onPick(customer)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          label="Customer name"
          required
          autoComplete="off"
          placeholder="Type a name, or pick an earlier customer"
          value={value}
          error={error}
          readOnly={readOnly}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onClick={() => readOnly || combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            onBlur?.()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0}>
        <Combobox.Options aria-label="Earlier customers" className={classes['options']}>
          {options.map((customer) => (
            <Combobox.Option key={customer.id} value={customer.id}>
              <span className={classes['name']}>{customer.name}</span>
              <span className={classes['note']}>{[customer.email, customer.phone].filter(Boolean).join(' · ')}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
