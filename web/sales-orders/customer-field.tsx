import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { type CustomerSummary, listCustomers, readCustomer } from '../../contract/customers.ts'
import { ordersText } from '../customers/customer-card.tsx'
import { useRead } from '../kit/api.ts'
import { searchable } from '../kit/list-address.ts'
import classes from './customer-field.module.css'

type CustomerFieldProps = Readonly<{
  value: string
  /** The chosen customer, or the saved order's. */
  customer_id: string | null
  error?: ReactNode
  readOnly?: boolean
  /** Gets the focus when the screen opens. */
  isFirst?: boolean
  onChange: (name: string) => void
  onBlur?: () => void
  /** A known customer was picked: their email and phone are filled in. */
  onPick: (customer: CustomerSummary) => void
}>

/** The customer's name: typed freely, or chosen among matching known customers. */
export function CustomerField({
  value,
  customer_id,
  error,
  readOnly = false,
  isFirst = false,
  onChange,
  onBlur,
  onPick,
}: CustomerFieldProps) {
  const [search] = useDebouncedValue(value, 150)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = useRead(
    listCustomers,
    { search: searchable(search), limit: 8 },
    { keepPrevious: true, enabled: !readOnly },
  )
  const options = found.data?.items ?? []
  const known = useRead(readCustomer, { id: customer_id ?? '' }, { enabled: customer_id !== null })
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
          data-autofocus={isFirst || undefined}
          autoComplete="off"
          placeholder="Name or existing customer"
          value={value}
          error={error}
          // Its line exists before the figures load, so that the form doesn't shift.
          description={customer_id === null ? undefined : known.data ? ordersText(known.data) : '\u00a0'}
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
