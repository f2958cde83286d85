import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { type Posting, readPosting } from '../../contract/postings.ts'
import { Comments } from '../comments/comments.tsx'
import { useRead } from '../kit/api.ts'
import type { Column } from '../kit/columns.ts'
import { CardGrid } from '../kit/card-grid.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { DescriptionList } from '../kit/description-list.tsx'
import { authorName } from '../kit/person-name.ts'
import { RecordHistory } from '../kit/record-history.tsx'
import { RecordLine } from '../kit/record-line.tsx'
import { RecordPage } from '../kit/record-page.tsx'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { absoluteTime } from '../ui/time-text.ts'
import { Change, Money, Quantity } from '../ui/tabular.tsx'
import { documentLinkOf } from './documents.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { reasonLabel } from '../../contract/reason-labels.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { endLabel, postingLabel } from './labels.ts'
import classes from './posting-page.module.css'
import { ProductName } from './product-name.tsx'
import { undoAfterAsking } from './undo-after-asking.tsx'

type Movement = Posting['movements'][number]

const columns: readonly Column<Movement>[] = [
  {
    id: 'product',
    header: 'Product',
    minWidth: 122,
    wraps: true,
    cell: ({ product_id, product_name, product_sku }) => (
      <ProductName product_id={product_id} name={product_name} sku={product_sku} />
    ),
  },
  {
    id: 'way',
    header: 'From → To',
    minWidth: 140,
    wraps: true,
    cell: (movement) => <span title={wayText(movement)}>{wayText(movement)}</span>,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 150,
    priority: 3,
    cell: ({ reason }) => reasonLabel(reason) ?? '–',
  },
  { id: 'lot', header: 'Lot', width: 110, priority: 4, cell: ({ lot_number }) => lot_number ?? '–' },
  {
    id: 'quantity',
    header: 'Quantity',
    width: 88,
    align: 'right',
    cell: (movement) => <MovedQuantity movement={movement} />,
  },
  {
    id: 'unit_cost',
    header: 'Unit cost',
    width: 96,
    align: 'right',
    priority: 2,
    cell: ({ unit_cost }) => <Money cost value={unit_cost} />,
  },
  {
    id: 'balance',
    header: 'Balance after',
    width: 128,
    align: 'right',
    priority: 1,
    cell: ({ from_balance, to_balance }) => <Quantity value={to_balance ?? from_balance} />,
  },
]

const rowKey = ({ line_no }: Movement) => String(line_no)

/** A phone has no space for the columns: each movement is one line with everything. */
function Movements({ rows }: { rows: readonly Movement[] }) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const list = { label: 'What moved', rows, rowKey }
  return phone ? (
    <div className={classes['moved']}>
      <CardGrid {...list} look="lines" card={(movement) => <MovementLine movement={movement} />} />
    </div>
  ) : (
    <DataTable {...list} columns={columns} />
  )
}

function MovementLine({ movement }: { movement: Movement }) {
  const { product_id, product_name, product_sku, reason, lot_number, unit_cost } = movement
  const left = movement.to_balance ?? movement.from_balance
  const facts = [product_sku, reasonLabel(reason), lot_number === null ? null : `lot ${lot_number}`]
  return (
    <RecordLine
      to={recordAddress('product', product_id)}
      title={product_name ?? 'Product Not Found'}
      text={`${wayText(movement)}${left === null ? '' : `, ${formatQuantity(left)} after`}`}
      note={facts.filter(Boolean).join(' · ')}
      aside={
        <>
          <MovedQuantity movement={movement} />
          {unit_cost !== null && (
            <span className={classes['quiet']}>
              <Money cost value={unit_cost} />
            </span>
          )}
        </>
      }
    />
  )
}

/** Signed if the units came or left; unsigned between two accounts of the company's own. */
function MovedQuantity({ movement: { quantity, from_location_id, to_location_id } }: { movement: Movement }) {
  if (from_location_id !== null && to_location_id !== null) return <Quantity value={quantity} />
  return <Change value={to_location_id === null ? -quantity : quantity} />
}

/** One posting: everything that moved together, its author and reason, and its undo. */
export function PostingPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRead(readPosting, { posting_id: id })
  const mayUndo = useMay('stock.write')
  return (
    <RecordPage
      breadcrumb={[{ label: 'Transactions', to: '/transactions' }]}
      query={query}
      head={(posting) => ({
        title: postingLabel(posting.kind, posting.movements[0]?.type),
        subtitle: <Moment at={posting.happened_at} as="absolute" />,
        badges: posting.reversed_by_posting_id && <StatusBadge tone="gray">Undone</StatusBadge>,
        primary: mayUndo && posting.undo.possible && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.6} />}
            onClick={() => void undoAfterAsking(posting.id)}
          >
            Undo
          </Button>
        ),
      })}
      record={{ kind: 'posting', id }}
      notFound={{
        title: 'Posting Not Found',
        text: 'There are no stock movements at this address.',
        back: { label: 'Back to Transactions', to: '/transactions' },
      }}
      failed="Failed to load transactions"
    >
      {(posting) => (
        <div className={classes['root']}>
          <Card flush title="What moved">
            <Movements rows={posting.movements} />
          </Card>
          <Card>
            <div className={classes['facts']}>
              <DescriptionList items={facts(posting)} />
            </div>
          </Card>
          <Comments record_type="transaction" record_id={posting.id} />
          <RecordHistory record_id={posting.id} />
        </div>
      )}
    </RecordPage>
  )
}

function facts(posting: Posting): [string, React.ReactNode][] {
  const { document, reverses_posting_id, reversed_by_posting_id, undo } = posting
  const link = documentLinkOf(document)
  const facts: [string, React.ReactNode][] = [
    ['By', `${authorName(posting.user_reference)}${posting.is_own ? ' (You)' : ''}`],
  ]
  // The page's head has the moment; it is another one only if the posting was entered later.
  if (absoluteTime(posting.recorded_at) !== absoluteTime(posting.happened_at))
    facts.unshift(['Entered', <Moment key="entered" at={posting.recorded_at} as="absolute" />])
  if (posting.notes) facts.push(['Notes', posting.notes])
  if (link)
    facts.push([
      link.label,
      <Link key="document" to={link.to}>
        {document?.number ?? link.open}
      </Link>,
    ])
  if (reverses_posting_id)
    facts.push([
      'Undoes',
      <Link key="original" to={recordAddress('posting', reverses_posting_id)}>
        Original entry
      </Link>,
    ])
  if (reversed_by_posting_id)
    facts.push([
      'Undone by',
      <Link key="undo" to={recordAddress('posting', reversed_by_posting_id)}>
        Show the undo
      </Link>,
    ])
  if (!undo.possible && !reversed_by_posting_id)
    facts.push(['Undo', link && !reverses_posting_id ? <UndoInDocument key="undo" link={link} /> : undo.reason])
  return facts
}

/** What belongs to a document is undone there. */
function UndoInDocument({ link: { label, to } }: { link: NonNullable<ReturnType<typeof documentLinkOf>> }) {
  return (
    <>
      To undo this, open the <Link to={to}>{label.toLowerCase()}</Link>.
    </>
  )
}

function wayText({ from_account, from_location_name, to_account, to_location_name }: Movement): string {
  return `${endLabel(from_account, from_location_name)} → ${endLabel(to_account, to_location_name)}`
}
