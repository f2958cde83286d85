import { Button } from '@mantine/core'
import { formatQuantity } from '../../contract/quantity.ts'
import { decideSupplierResponse, type SupplierResponse } from '../../contract/supplier-responses.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { dayText } from '../ui/day-text.ts'
import classes from './sharing.module.css'

const outcomes: Record<SupplierResponse['status'], { tone: Tone; label: string; done: string }> = {
  confirmed: { tone: 'green', label: 'Confirmed', done: 'confirmed' },
  pending: { tone: 'amber', label: 'Needs a decision', done: '' },
  accepted: { tone: 'green', label: 'Accepted', done: 'accepted' },
  declined: { tone: 'red', label: 'Declined', done: 'declined' },
  replaced: { tone: 'gray', label: 'Replaced', done: 'replaced' },
}

/** A supplier's answer to an order, with what to decide about it. */
export function SupplierAnswer({ response, mayDecide }: { response: SupplierResponse; mayDecide: boolean }) {
  const { status, expected_date, previous_date, items, notes, created_at, decided_at, decided_reference } = response
  return (
    <li>
      <p className={classes['date']}>
        <strong>Delivery {dayText(expected_date)}</strong>
        <StatusBadge tone={outcomes[status].tone}>{outcomes[status].label}</StatusBadge>
      </p>
      {previous_date !== null && previous_date !== expected_date && (
        <p className={classes['note']}>Was {dayText(previous_date)}. The order already has the new date.</p>
      )}
      {items.length > 0 && (
        <ul className={classes['changes']}>
          {items.map(({ purchase_order_item_id, product_name, product_sku, ordered_quantity, quantity }) => (
            <li key={purchase_order_item_id ?? product_sku}>
              <span>{product_name}</span>
              <span className={classes['change']}>
                {formatQuantity(ordered_quantity)} → <strong>{formatQuantity(quantity)}</strong>
              </span>
            </li>
          ))}
        </ul>
      )}
      {notes && (
        <>
          <p className={classes['note']}>Message</p>
          <p className={classes['message']}>{notes}</p>
        </>
      )}
      <p className={classes['note']}>
        <Moment at={created_at} as="dated" />
        {decided_at !== null && (
          <>
            {' · '}
            {outcomes[status].done} <Moment at={decided_at} /> by {decided_reference}
          </>
        )}
      </p>
      {status === 'pending' && mayDecide && <Decision response={response} />}
    </li>
  )
}

function Decision({ response: { id } }: { response: SupplierResponse }) {
  const decide = async (decision: 'accept' | 'decline') => {
    try {
      await act(decideSupplierResponse, { id, decision })
      toastDone(decision === 'accept' ? 'Order updated with the proposed quantities' : 'Proposal declined')
    } catch (error) {
      toastFailed(error, 'Failed to save the decision')
    }
  }
  return (
    <div className={classes['answer']}>
      <Button variant="default" size="compact-md" onClick={() => void decide('decline')}>
        Decline
      </Button>
      <Button size="compact-md" onClick={() => void decide('accept')}>
        Accept quantities
      </Button>
    </div>
  )
}
