import { useMediaQuery } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import { formatCost } from '../../contract/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { useGradually } from '../kit/use-gradually.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Money, Quantity } from '../ui/tabular.tsx'
import { shortDayText } from '../ui/time-text.ts'
import { type BarPart, type DocumentLine, type Due, type Stage, totalsOf, waitingFirst } from './document-lines.ts'
import classes from './lines-card.module.css'

type LinesCardProps = Readonly<{
  stages: readonly Stage[]
  lines: readonly DocumentLine[]
  /** The order's total: of all its lines, even if some are hidden. */
  total: number
  /** Some of the order is at locations that the reader can't see: then the sums are incomplete, and there is no bar. */
  isPart: boolean
}>

const lineHeight_px = () => 48

/** The items of an order with their progress: one bar, a column per stage, and a row of totals. */
export function LinesCard({ stages, lines, total, isPart }: LinesCardProps) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const totals = totalsOf(stages, lines)
  const count = `${counted(lines.length, 'product')}, ${counted(totals.ordered, 'unit')}`
  return (
    <Card title="Order Items" note={phone ? count : String(lines.length)} flush>
      {!isPart && <Progress parts={totals.parts} rest={totals.rest} />}
      {phone ? (
        <LineList stages={stages} lines={waitingFirst(lines)} />
      ) : (
        <LineTable stages={stages} lines={lines} totals={totals} total={total} isPart={isPart} />
      )}
    </Card>
  )
}

/** The progress of the entire order. The words below the bar are complete; colors only repeat them. */
function Progress({ parts, rest }: { parts: readonly BarPart[]; rest: number }) {
  const shown = parts.filter(({ share }) => share > 0)
  if (shown.length === 0) return null
  return (
    <div className={classes['progress']}>
      <div className={classes['bar']} aria-hidden>
        {shown.map(({ stage, share }) => (
          <span key={stage.id} data-tone={stage.tone} style={{ flexGrow: share }} />
        ))}
        {rest > 0 && <span data-tone="gray" style={{ flexGrow: rest }} />}
      </div>
      <ul className={classes['legend']}>
        {shown.map(({ stage, quantity }) => (
          <li key={stage.id} data-tone={stage.tone}>
            <strong>{formatQuantity(quantity)}</strong> {stage.words}
            {stage.note && <span className={classes['legendNote']}>, {stage.note}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

type LineTableProps = LinesCardProps & Readonly<{ totals: ReturnType<typeof totalsOf> }>

function LineTable({ stages, lines, totals, total, isPart }: LineTableProps) {
  const drawn = useGradually(lines, lineHeight_px)
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Ordered</th>
          {stages.map(({ id, heading }) => (
            <th key={id} scope="col">
              {heading}
            </th>
          ))}
          <th scope="col" className={classes['price']}>
            Price
          </th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {drawn.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              <Product line={line} />
            </th>
            <td className={classes['ordered']}>
              <Quantity value={line.quantity} />
            </td>
            {stages.map((stage) => (
              <Reached key={stage.id} stage={stage} line={line} />
            ))}
            <td className={classes['price']}>{formatCost(line.unit_price)}</td>
            <td>
              <Money value={line.amount} />
              <span className={classes['each']}>{formatCost(line.unit_price)} each</span>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{isPart ? 'Total of these items' : 'Total'}</th>
          <td>
            <Quantity value={totals.ordered} />
          </td>
          {totals.parts.map(({ stage, quantity }) => (
            <td key={stage.id} data-tone={quantity > 0 ? stage.tone : undefined}>
              <Quantity value={quantity} zeroAsDash />
            </td>
          ))}
          <td className={classes['price']}>{'\u00a0'}</td>
          <td>
            <Money value={total} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** How much of a line is in a stage. A line entirely in the last stage gets a tick. */
function Reached({ stage, line }: { stage: Stage; line: DocumentLine }) {
  const quantity = line.quantities[stage.id] ?? 0
  const isDone = stage.tone === 'green' && quantity === line.quantity
  return (
    <td data-tone={quantity > 0 ? stage.tone : undefined}>
      {isDone && <IconCheck size={14} stroke={2.2} aria-hidden className={classes['tick']} />}
      <Quantity value={quantity} zeroAsDash />
      {quantity > 0 && stage.tone === 'amber' && line.due && (
        <span className={classes['due']}>
          <DueDay due={line.due} />
        </span>
      )}
    </td>
  )
}

function DueDay({ due: { day, to } }: { due: Due }) {
  return <>due {to === null ? shortDayText(day) : <Link to={to}>{shortDayText(day)}</Link>}</>
}

function Product({ line }: { line: DocumentLine }) {
  return (
    <>
      <Link to={`/products/${line.product_id}`} className={classes['name']} title={line.product_name}>
        {line.product_name}
      </Link>
      <span className={classes['sku']} title={line.product_sku}>
        {line.product_sku}
      </span>
      {line.note !== null && <span className={classes['note']}>{line.note}</span>}
    </>
  )
}

function LineList({ stages, lines }: Pick<LinesCardProps, 'stages' | 'lines'>) {
  const drawn = useGradually(lines, lineHeight_px)
  return (
    <ul className={classes['list']} aria-label="Order Items">
      {drawn.map((line) => (
        <li key={line.id}>
          <div className={classes['names']}>
            <Product line={line} />
          </div>
          <div className={classes['sums']}>
            <strong>
              <Money value={line.amount} />
            </strong>
            <span>
              {formatQuantity(line.quantity)} × {formatCost(line.unit_price)}
            </span>
          </div>
          <div className={classes['badges']}>
            {stages.map((stage) => {
              const quantity = line.quantities[stage.id] ?? 0
              if (quantity === 0) return null
              return (
                <StatusBadge key={stage.id} tone={stage.tone}>
                  {formatQuantity(quantity)} {stage.words}
                  {stage.tone === 'amber' && line.due && ` · due ${shortDayText(line.due.day)}`}
                </StatusBadge>
              )
            })}
          </div>
        </li>
      ))}
    </ul>
  )
}
