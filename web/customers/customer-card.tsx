import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMessage, IconPencil } from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import { type Customer, readCustomer } from '../../contract/customers.ts'
import { formatMoney } from '../ui/money.ts'
import { paymentTermsText } from '../../contract/printed-documents.ts'
import { CommentsPanel } from '../comments/comments-panel.tsx'
import { useRead } from '../kit/api.ts'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { ListSkeleton } from '../kit/list-skeleton.tsx'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import { Clamped } from '../ui/clamped.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './customer-card.module.css'
import { CustomerForm } from './customer-form.tsx'

/** "3 orders, $282.00 total": without cancelled ones. */
export function ordersText({ orders, total_amount }: Pick<Customer, 'orders' | 'total_amount'>): string {
  return `${counted(orders, 'order')}, ${formatMoney(total_amount)} total`
}

/** One customer above their orders: contact data, order figures, and an edit button. */
export function CustomerCard({ id }: { id: string }) {
  const { data: customer, error, refetch } = useRead(readCustomer, { id })
  const [editing, edit] = useDisclosure(false)
  const [commenting, comments] = useDisclosure(false)
  const mayEdit = useMay('orders.write') === true
  if (!customer) return <Waiting error={error} onRetry={() => void refetch()} />
  const { name, email, phone, billing_address, payment_terms_days, notes, last_order_at } = customer
  return (
    <Card
      title={name}
      className={classes['card']}
      aside={
        <div className={classes['buttons']}>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconMessage size={15} stroke={1.7} />}
            onClick={comments.open}
          >
            Comments and history
          </Button>
          {mayEdit && (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPencil size={15} stroke={1.7} />}
              onClick={edit.open}
            >
              Edit
            </Button>
          )}
        </div>
      }
    >
      <p className={classes['facts']}>
        <span>{ordersText(customer)}</span>
        {last_order_at && (
          <span>
            last order <Moment at={last_order_at} as="dated" />
          </span>
        )}
        {email && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>}
        {phone && <span>{phone}</span>}
        {payment_terms_days !== null && <span>{paymentTermsText(payment_terms_days)}</span>}
      </p>
      {billing_address && <p className={classes['address']}>{billing_address}</p>}
      {notes && (
        <div className={classes['notes']}>
          <Clamped lines={3}>{notes}</Clamped>
        </div>
      )}
      <CommentsPanel title={name} record_type="customer" record_id={id} opened={commenting} onClose={comments.close} />
      <Dialog title="Edit Customer" opened={editing} onClose={edit.close}>
        <CustomerForm customer={customer} onClose={edit.close} />
      </Dialog>
    </Card>
  )
}

type WaitingProps = Readonly<{ error: ReturnType<typeof useRead>['error']; onRetry: () => void }>

/** A customer that is loading, above a placeholder of their orders, or that couldn't be loaded. */
function Waiting({ error, onRetry }: WaitingProps) {
  return (
    <>
      <Card title="Customer" className={classes['card']} reading={!error}>
        {error ? (
          <ErrorState compact error={error} fallback="Failed to load customer" onRetry={onRetry} />
        ) : (
          <Skeleton h={12} w={320} my={4} maw="100%" role="status" aria-label="Loading" />
        )}
      </Card>
      {!error && <ListSkeleton />}
    </>
  )
}
