import { IconCheck } from '@tabler/icons-react'
import { sumAmounts } from '../../contract/money.ts'
import { formatCost } from '../ui/money.ts'
import { useGradually } from '../kit/use-gradually.ts'
import { useToday } from '../kit/use-today.ts'
import { Link } from '../ui/link.tsx'
import { Money, Quantity } from '../ui/tabular.tsx'
import { dueWords, shortDayText } from '../ui/day-text.ts'
import { type DocumentLine, type Due, type Stage, totalsOf } from './document-lines.ts'
import { lineHeightPx, LineProduct } from './line-product.tsx'
import classes from './lines-card.module.css'

export type LineTableProps = Readonly<{
  stages: readonly Stage[]
  lines: readonly DocumentLine[]
  totals: ReturnType<typeof totalsOf>
  /** The order's total: of all its lines, even if some are hidden. */
  total: number
  /** Some of the order is at locations that the reader can't see: sums are of the visible lines, without a bar. */
  isPart: boolean
}>

/** A cell of the row of totals for what has no sum. */
const noSum = '\u00a0'

/** An order's lines: a column per stage, a row of totals. */
export function LineTable({ stages, lines, totals, total, isPart }: LineTableProps) {
  const drawn = useGradually(lines, lineHeightPx)
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
              <LineProduct line={line} />
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
          <td>{totals.ordered === null ? noSum : <Quantity value={totals.ordered} />}</td>
          {totals.parts.map(({ stage, quantity }) => (
            <td key={stage.id} data-tone={quantity !== null && quantity > 0 ? stage.tone : undefined}>
              {quantity === null ? noSum : <Quantity value={quantity} zeroAsDash />}
            </td>
          ))}
          <td className={classes['price']}>{noSum}</td>
          <td>
            <Money value={isPart ? sumAmounts(lines.map(({ amount }) => amount)) : total} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** How much of a line is in a stage. A line entirely in the last stage gets a check mark. */
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

function DueDay({ due: { day, isLate, to } }: { due: Due }) {
  const today = useToday()
  const text = shortDayText(day, today)
  return (
    <>
      {dueWords(isLate)} {to === null ? text : <Link to={to}>{text}</Link>}
    </>
  )
}
