import { Button } from '@mantine/core'
import { IconUser, IconX } from '@tabler/icons-react'
import { readCustomer } from '../../contract/customers.ts'
import { useRead } from '../kit/api.ts'
import { isId } from '../kit/list-address.ts'
import classes from './sales-orders.module.css'

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
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconUser size={15} stroke={1.7} />}
      rightSection={<IconX size={14} stroke={2} />}
      aria-label={`Of ${data?.name ?? 'one customer'}: show all orders`}
      onClick={onClear}
    >
      <span className={classes['chip']}>{data?.name ?? '…'}</span>
    </Button>
  )
}
