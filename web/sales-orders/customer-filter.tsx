import { UnstyledButton } from '@mantine/core'
import { IconUser, IconX } from '@tabler/icons-react'
import { readCustomer } from '../../contract/customers.ts'
import { useRead } from '../kit/api.ts'
import { isId } from '../kit/list-address.ts'
import chip from '../kit/list-toolbar.module.css'

/** The customer that an order's link filtered the list by, with a link to all orders. */
export const customerFilter = {
  key: 'customer',
  accepts: isId,
  control: (value: string, onChange: (next: string) => void) =>
    value ? <OfCustomer id={value} onClear={() => onChange('')} /> : null,
}

function OfCustomer({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useRead(readCustomer, { id })
  return (
    <UnstyledButton
      className={chip['chip']}
      data-set
      data-named
      aria-label={data ? `Customer: ${data.name}. Clear filter` : 'Clear the customer filter'}
      onClick={onClear}
    >
      <IconUser size={16} stroke={1.6} aria-hidden />
      <span className={chip['chosen']} title={data?.name}>
        {data?.name ?? 'Customer'}
      </span>
      <IconX size={14} stroke={2} aria-hidden />
    </UnstyledButton>
  )
}
