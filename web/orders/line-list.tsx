import { formatCost } from '../ui/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { useGradually } from '../kit/use-gradually.ts'
import { useToday } from '../kit/use-today.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Money } from '../ui/tabular.tsx'
import { dueWords, shortDayText } from '../ui/day-text.ts'
import type { DocumentLine, Stage } from './document-lines.ts'
import { lineHeightPx, LineProduct } from './line-product.tsx'
import classes from './lines-card.module.css'

/** An order's lines on phones. */
export function LineList({ stages, lines }: Readonly<{ stages: readonly Stage[]; lines: readonly DocumentLine[] }>) {
  const today = useToday()
  const drawn = useGradually(lines, lineHeightPx)
  return (
    <ul className={classes['list']} aria-label="Order Items">
      {drawn.map((line) => (
        <li key={line.id}>
          <div className={classes['names']}>
            <LineProduct line={line} />
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
                  {stage.tone === 'amber' &&
                    line.due &&
                    ` · ${dueWords(line.due.isLate)} ${shortDayText(line.due.day, today)}`}
                </StatusBadge>
              )
            })}
          </div>
        </li>
      ))}
    </ul>
  )
}
