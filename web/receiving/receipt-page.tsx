import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPrinter } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { counted } from '../../contract/counted-nouns.ts'
import { formatCost } from '../../contract/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import {
  conditionLabels,
  printReceipt,
  type Receipt,
  type ReceiptLine,
  readReceipt,
  reverseReceipt,
} from '../../contract/receiving.ts'
import { Comments } from '../comments/comments.tsx'
import { download, useCommand, useRead } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { ReadOnlyNote } from '../kit/read-only-note.tsx'
import { RecordHistory } from '../kit/record-history.tsx'
import { RecordPage } from '../kit/record-page.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { dayText } from '../ui/day-text.ts'
import { conditionTones } from './labels.ts'
import fields from './part-fields.module.css'
import classes from './receiving.module.css'

const back = { label: 'Receiving', to: '/receiving' }

/** One receipt: its items, locations and conditions; printed and undone from here. */
export function ReceiptPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRead(readReceipt, { id })
  return (
    <RecordPage
      breadcrumb={[back]}
      query={query}
      head={(receipt) => ({
        title: `Receipt ${receipt.receipt_no} of ${receipt.order_number}`,
        subtitle: (
          <>
            {receipt.supplier_name} · <Moment at={receipt.received_at} as="dated" /> by {receipt.user_reference}
          </>
        ),
        badges: receipt.is_undone ? <StatusBadge tone="gray">Undone</StatusBadge> : null,
        actions: <Actions receipt={receipt} />,
      })}
      record={{ kind: 'receipt', id }}
      notFound={{ title: 'Receipt Not Found', back: { ...back, label: 'Back to Receiving' } }}
      failed="Failed to load receipt"
    >
      {(receipt) => <Content receipt={receipt} />}
    </RecordPage>
  )
}

function Actions({ receipt }: { receipt: Receipt }) {
  const undo = useCommand(reverseReceipt)
  const mayReceive = useMay('receiving.write') === true
  const print = () => download(printReceipt, { id: receipt.id }).catch((error: unknown) => toastFailed(error))
  const takeBack = async () => {
    const sure = await confirm({
      title: 'Undo this receipt?',
      text: 'Stock is reduced and the items are incoming again. If the order is cancelled, they go back to the supplier.',
      confirmLabel: 'Undo receipt',
      danger: true,
    })
    if (!sure) return
    try {
      await undo.run({ id: receipt.id })
      toastDone('Receipt undone')
    } catch (error) {
      toastFailed(error, 'Failed to undo the receipt')
    }
  }
  return (
    <>
      {mayReceive && !receipt.is_undone && !receipt.concerns_other_locations && (
        <Button
          variant="default"
          disabled={undo.pending}
          leftSection={<IconArrowBackUp size={16} stroke={1.7} />}
          onClick={() => void takeBack()}
        >
          Undo receipt
        </Button>
      )}
      <Button variant="default" leftSection={<IconPrinter size={16} stroke={1.7} />} onClick={() => void print()}>
        Print
      </Button>
    </>
  )
}

function Content({ receipt }: { receipt: Receipt }) {
  return (
    <div className={classes['page']}>
      {receipt.undone_at && (
        <p className={classes['warning']} role="note">
          Undone <Moment at={receipt.undone_at} as="dated" /> by {receipt.undone_by}. The items below were received and
          removed again.
        </p>
      )}
      {receipt.concerns_other_locations && (
        <ReadOnlyNote>
          Parts of this receipt are for locations you don’t have access to, so you can’t undo it.
        </ReadOnlyNote>
      )}
      <Card
        title="Goods"
        note={counted(receipt.units, 'unit')}
        aside={<Link to={`/purchase-orders/${receipt.purchase_order_id}`}>{receipt.order_number}</Link>}
        flush
      >
        <ul className={classes['lines']}>
          {receipt.lines.map((line) => (
            <Line key={line.line_no} line={line} />
          ))}
        </ul>
      </Card>
      {receipt.notes && <Card title="Notes">{receipt.notes}</Card>}
      <Comments record_type="receipt" record_id={receipt.id} />
      <RecordHistory record_id={receipt.id} />
    </div>
  )
}

function Line({ line }: { line: ReceiptLine }) {
  const { product_id, product_name, product_sku, quantity, location_name, lot_number, expires_on, unit_cost } = line
  const facts = [
    location_name,
    lot_number && `lot ${lot_number}${expires_on ? `, expires ${dayText(expires_on)}` : ''}`,
    `${formatCost(unit_cost)} each`,
    line.notes,
  ]
  return (
    <li className={classes['came']}>
      <div className={classes['names']}>
        <span>
          <Link to={`/products/${product_id}`} className={classes['name']}>
            {product_name}
          </Link>{' '}
          <span className={classes['sku']}>{product_sku}</span>
        </span>
        <span className={classes['sku']}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      {line.is_over_delivery && <StatusBadge tone="brand">Over-delivery</StatusBadge>}
      <StatusBadge tone={conditionTones[line.condition]}>
        {line.condition === 'damaged' ? 'Damaged, on hold' : conditionLabels[line.condition]}
      </StatusBadge>
      <strong className={classes['units']}>{formatQuantity(quantity)}</strong>
      {line.photos.length > 0 && (
        <ul className={fields['photos']} aria-label={`Photos of ${product_name}`}>
          {line.photos.map((address, index) => (
            <li key={address}>
              <a href={address} target="_blank" rel="noopener noreferrer">
                <Thumbnail src={address} size={64} alt={`Photo ${index + 1} of ${product_name}`} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
