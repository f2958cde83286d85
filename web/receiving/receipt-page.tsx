import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconPrinter, IconTag } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { countedGoods } from '../../contract/counted-goods.ts'
import { sumAmounts } from '../../contract/money.ts'
import { formatCost, formatMoney, lineAmount } from '../ui/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { conditionLabels, type Receipt, type ReceiptLine, readReceipt } from '../../contract/receiving.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Comments } from '../comments/comments.tsx'
import { useRead } from '../kit/api.ts'
import { ReadOnlyNote } from '../kit/read-only-note.tsx'
import { RecordHistory } from '../kit/record-history.tsx'
import { RecordPage } from '../kit/record-page.tsx'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { dayText } from '../ui/day-text.ts'
import { conditionTones } from './labels.ts'
import { print, undoReceipt } from './receipt-actions.ts'
import { ReceiptLabelsDialog } from './receipt-labels-dialog.tsx'
import { byProduct } from './receipt-lines.ts'
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
  const mayReceive = useMay('receiving.write') === true
  const [labeling, labels] = useDisclosure(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.7} />}
        onClick={() => void print(receipt)}
      >
        Print
      </Button>
      {!receipt.is_undone && (
        <Button variant="default" leftSection={<IconTag size={16} stroke={1.7} />} onClick={labels.open}>
          Print Labels
        </Button>
      )}
      {mayReceive && !receipt.is_undone && !receipt.concerns_other_locations && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} stroke={1.7} />}
          onClick={() => void undoReceipt(receipt)}
        >
          Undo receipt
        </Button>
      )}
      <ReceiptLabelsDialog receipt={receipt} opened={labeling} onClose={labels.close} />
    </>
  )
}

function Content({ receipt }: { receipt: Receipt }) {
  return (
    <div className={classes['stack']}>
      {receipt.undone_at && (
        <p className={classes['warning']} role="note">
          Undone <Moment at={receipt.undone_at} as="dated" /> by {receipt.undone_by}. The items below were received,
          then removed from stock.
        </p>
      )}
      {receipt.concerns_other_locations && (
        <ReadOnlyNote>
          Parts of this receipt are for locations you don’t have access to, so you can’t undo it.
        </ReadOnlyNote>
      )}
      <Card
        title="Items"
        note={countedGoods(receipt.units, receipt.lines)}
        aside={<Link to={recordAddress('purchase_order', receipt.purchase_order_id)}>{receipt.order_number}</Link>}
        flush
      >
        <ul className={classes['lines']}>
          {byProduct(receipt.lines).map((lines) => (
            <Product key={lines[0].product_id} lines={lines} />
          ))}
        </ul>
        <p className={classes['total']}>
          <span>Total at cost</span>
          <strong>{formatMoney(sumAmounts(receipt.lines.map(costOf)))}</strong>
        </p>
      </Card>
      {receipt.notes && <Card title="Notes">{receipt.notes}</Card>}
      <Comments record_type="receipt" record_id={receipt.id} />
      <RecordHistory record_id={receipt.id} valuesShown={3} />
    </div>
  )
}

const costOf = ({ quantity, unit_cost }: ReceiptLine) => lineAmount(quantity, { unit_price: unit_cost })

/** A product that was received: its name once, and a line per location, lot and condition. */
function Product({ lines }: { lines: readonly [ReceiptLine, ...ReceiptLine[]] }) {
  const [{ product_id, product_name, product_sku }] = lines
  return (
    <li className={classes['product']}>
      <div>
        <Link to={recordAddress('product', product_id)} className={classes['name']}>
          {product_name}
        </Link>{' '}
        <span className={classes['sku']}>{product_sku}</span>
      </div>
      <ul className={classes['parts']} aria-label={`${product_name}, received`}>
        {lines.map((line) => (
          <Line key={line.line_no} line={line} />
        ))}
      </ul>
    </li>
  )
}

function Line({ line }: { line: ReceiptLine }) {
  const { product_name, quantity, location_name, lot_number, expires_on, unit_cost } = line
  const facts = [
    location_name,
    lot_number && `lot ${lot_number}${expires_on ? `, expires ${dayText(expires_on)}` : ''}`,
    line.notes,
  ]
  return (
    <li className={classes['came']}>
      <span className={classes['facts']}>{facts.filter(Boolean).join(' · ')}</span>
      {line.is_over_delivery && <StatusBadge tone="amber">Over-delivery</StatusBadge>}
      {line.condition !== 'good' && (
        <StatusBadge tone={conditionTones[line.condition]}>
          {line.condition === 'damaged' ? 'Damaged, on hold' : conditionLabels[line.condition]}
        </StatusBadge>
      )}
      <span className={classes['sku']}>
        {formatQuantity(quantity)} × {formatCost(unit_cost)}
      </span>
      <strong className={classes['units']}>{formatMoney(costOf(line) ?? 0)}</strong>
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
