import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { countedGoods } from '../../contract/counted-goods.ts'
import { readSalesReturn, reverseSalesReturn, type SalesReturn } from '../../contract/sales-returns.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Comments } from '../comments/comments.tsx'
import shared from '../orders/orders.module.css'
import { useCommand, useRead } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { ReadOnlyNote } from '../kit/read-only-note.tsx'
import { RecordHistory } from '../kit/record-history.tsx'
import { RecordPage } from '../kit/record-page.tsx'
import { retireUndo, toastDone, toastFailed } from '../kit/toast.tsx'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Quantity } from '../ui/tabular.tsx'
import { returnUndone } from './return-undone.ts'
import classes from './sales-orders.module.css'

/** One return, with its undo. */
export function ReturnPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRead(readSalesReturn, { return_id: id })
  return (
    <RecordPage
      breadcrumb={[{ label: 'Sales Orders', to: '/sales-orders' }]}
      query={query}
      head={(one) => ({
        title: `Return ${one.return_no} of ${one.order_number}`,
        subtitle: (
          <>
            <Link to={recordAddress('sales_order', one.sales_order_id)}>{one.order_number}</Link> · {one.customer_name}{' '}
            · <Moment at={one.returned_at} as="dated" /> by {one.user_reference}
          </>
        ),
        badges: one.is_undone && <StatusBadge tone="gray">Undone</StatusBadge>,
        actions: <Undo one={one} />,
      })}
      record={{ kind: 'sales_return', id }}
      notFound={{ title: 'Return Not Found', back: { label: 'Back to Sales Orders', to: '/sales-orders' } }}
      failed="Failed to load return"
    >
      {(one) => (
        <div className={shared['stack']}>
          {one.concerns_other_locations && (
            <ReadOnlyNote>
              Parts of its order are for locations you don’t have access to, so you can’t undo it.
            </ReadOnlyNote>
          )}
          <Card title={countedGoods(one.units, one.lines)} note={one.notes ?? undefined} flush>
            <ul className={shared['rows']} aria-label="Returned goods">
              {one.lines.map((line) => (
                <li key={line.line_no}>
                  <Link to={recordAddress('product', line.product_id)}>{line.product_name}</Link>
                  <Quantity value={line.quantity} />
                  <span className={`${shared['small']} ${classes['wide']}`}>
                    {line.product_sku} · {line.lot_numbers.map((number) => `Lot ${number} · `).join('')}
                    {line.location_name}, {line.account === 'held' ? 'on hold' : 'available'}
                    {line.notes && ` · ${line.notes}`}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
          <Comments record_type="return" record_id={one.id} />
          <RecordHistory record_id={one.id} />
        </div>
      )}
    </RecordPage>
  )
}

function Undo({ one }: { one: SalesReturn }) {
  const command = useCommand(reverseSalesReturn)
  const mayOrder = useMay('orders.write') === true
  if (one.is_undone || !mayOrder || one.concerns_other_locations) return null
  const undo = async () => {
    const sure = await confirm({
      title: 'Undo this return?',
      text: returnUndone(one.units),
      confirmLabel: 'Undo return',
      danger: true,
    })
    if (!sure) return
    retireUndo(one.id)
    try {
      await command.run({ return_id: one.id })
      toastDone('The return was undone')
    } catch (error) {
      toastFailed(error, 'The return couldn’t be undone')
    }
  }
  return (
    <Button variant="default" leftSection={<IconArrowBackUp size={16} stroke={1.7} />} onClick={() => void undo()}>
      Undo
    </Button>
  )
}
