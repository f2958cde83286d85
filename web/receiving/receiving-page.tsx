import { useState } from 'react'
import { listLocations } from '../../contract/locations.ts'
import { readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { isOpen } from '../../contract/purchase-order-actions.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { PageHeader } from '../kit/page-header.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useMay } from '../kit/use-may.ts'
import { useUrlState } from '../kit/url-state.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { OrderPicker } from './order-picker.tsx'
import { ReceiveOrder } from './receive-order.tsx'
import { RecentReceipts } from './recent-receipts.tsx'
import classes from './receiving.module.css'
import { WaitingOrders } from './waiting-orders.tsx'

/** Records receipts of purchase orders. */
export function ReceivingPage() {
  const [url, setUrl] = useUrlState({ order: '' })
  const mayReceive = useMay('receiving.write') !== false
  const id = url.order
  const order = useRead(readPurchaseOrder, { id }, { enabled: id !== '' })
  const locations = useRead(listLocations, { active: 'true', limit: 1 }, { enabled: id !== '' })
  const [round, setRound] = useState(0)
  const failed = order.error ?? locations.error
  const loaded = id !== '' && order.data?.id === id && locations.data !== undefined
  const defaultLocation = locations.data?.items.find((location) => location.is_default) ?? null
  return (
    <>
      <PageHeader title="Receiving" subtitle="Record deliveries from suppliers" />
      <div className={classes['page']}>
        <Card title="Receiving Center" aside={<Link to="/locations">Manage Locations</Link>}>
          {mayReceive ? (
            <OrderPicker
              value={id}
              chosen={loaded ? order.data : undefined}
              onChange={(next) => setUrl({ order: next })}
            />
          ) : (
            <p className={classes['quiet']}>Your role doesn’t allow receiving.</p>
          )}
        </Card>
        {id === '' && mayReceive && <WaitingOrders />}
        {id === '' && <RecentReceipts />}
        {id !== '' && !loaded && !failed && (
          <Card flush>
            <RowSkeletons rows={4} />
          </Card>
        )}
        {id !== '' && !loaded && failed && (
          <Card>
            <ErrorState
              error={failed}
              fallback={order.error ? 'Failed to load order items' : 'Failed to load locations'}
              onRetry={() => void (order.error ? order.refetch() : locations.refetch())}
            />
          </Card>
        )}
        {loaded && order.data && mayReceive && (
          <ReceiveOrder
            key={`${id} ${round}`}
            order={order.data}
            defaultLocation={defaultLocation}
            onCancel={() => setUrl({ order: '' })}
            onDone={(after) => {
              setRound(round + 1)
              if (!isOpen(after.status)) setUrl({ order: '' })
            }}
          />
        )}
      </div>
    </>
  )
}
