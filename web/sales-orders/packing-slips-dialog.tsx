import { Skeleton } from '@mantine/core'
import { byCount, counted } from '../../contract/counted-nouns.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { findPackingSlips, printPackingSlips } from '../../contract/packing-slips.ts'
import { tooManySlips } from '../../contract/printed-documents.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { SalesOrderSummary } from '../../contract/sales-orders.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { useDownloadForm } from '../kit/use-download-form.ts'
import { useFields } from '../kit/use-fields.ts'
import { idsOf } from '../orders/printed-together.tsx'
import { Link } from '../ui/link.tsx'
import classes from './packing-slips-dialog.module.css'

type PackingSlipsDialogProps = Readonly<{
  orders: readonly SalesOrderSummary[]
  opened: boolean
  onClose: () => void
}>

/** Prints the packing slips of several orders, after naming those that have none. */
export function PackingSlipsDialog({ orders, opened, onClose }: PackingSlipsDialogProps) {
  return (
    <Dialog title="Print Packing Slips" subject={counted(orders.length, 'order')} opened={opened} onClose={onClose}>
      <Slips order_ids={idsOf(orders)} onClose={onClose} />
    </Dialog>
  )
}

function Slips({ order_ids, onClose }: { order_ids: string; onClose: () => void }) {
  const found = useRead(findPackingSlips, { order_ids })
  if (found.data) return <Form items={found.data.items} onClose={onClose} />
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} compact />
  return (
    <div role="status" aria-label="Loading">
      <Skeleton h={14} mb={10} />
      <Skeleton h={14} w="60%" mb={40} />
    </div>
  )
}

type FormProps = Readonly<{ items: OutputOf<typeof findPackingSlips>['items']; onClose: () => void }>

function Form({ items, onClose }: FormProps) {
  const shipments = items.flatMap((item) => item.shipments)
  const without = items.filter((item) => item.shipments.length === 0)
  const count = shipments.length
  const fields = useFields(printPackingSlips, { initial: {}, toInput: () => ({ shipment_ids: idsOf(shipments) }) })
  const state = useDownloadForm(fields, { onDone: onClose, fallback: 'The packing slips couldn’t be created' })
  const isTooMany = count > limits.documentsPerFile
  return (
    <CommandForm
      state={state}
      submitLabel={count === 0 ? 'Print' : `Print ${counted(count, 'packing slip')}`}
      pendingLabel="Creating PDF…"
      onCancel={onClose}
      disabled={count === 0 || isTooMany}
    >
      {count > 0 && (
        <p className={classes['text']}>
          Slips are printed for pending shipments. If an order has none, for those that have shipped.
        </p>
      )}
      {isTooMany && (
        <p className={classes['text']} role="alert">
          {tooManySlips}. Select fewer orders.
        </p>
      )}
      {without.length > 0 && <Without items={without} isAll={count === 0} />}
    </CommandForm>
  )
}

function Without({ items, isAll }: { items: FormProps['items']; isAll: boolean }) {
  const sentence = byCount(items.length, {
    one: '{count} order has no shipment:',
    other: '{count} orders have no shipment:',
  })
  return (
    <div className={classes['without']}>
      <p className={classes['text']}>{isAll ? 'Create shipments first. These orders have none:' : sentence}</p>
      <ul>
        {items.map(({ order_id, order_number }) => (
          <li key={order_id}>
            <Link to={recordAddress('sales_order', order_id)}>{order_number}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
