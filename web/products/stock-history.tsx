import { Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import type { Product } from '../../contract/products.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { type HistoryPoint, readStockHistory, type StockHistory as History } from '../../contract/stock-history.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { useRead } from '../kit/api.ts'
import type { Past } from '../kit/as-of-text.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { useGo } from '../kit/use-go.ts'
import { ExplainPanel } from '../stock/explain-panel.tsx'
import { Card } from '../ui/card.tsx'
import { dayOf, type Mark, markLabels, markOf } from './history-text.ts'
import { StockChart } from './stock-chart.tsx'
import { HistoryRow } from './stock-chart-point.tsx'
import classes from './stock-history.module.css'

/**
 * A product's on hand over the last 90 days. A step opens its posting, the sum of a day or month the movements up to
 * its end.
 */
export function StockHistory({ product }: { product: Product }) {
  const query = useRead(readStockHistory, { product_id: product.id })
  const history = query.data
  const { minimum } = product.stock
  const go = useGo()
  const [past, setPast] = useState<Past | null>(null)
  const [opened, setOpened] = useState(false)
  const open = ({ step, at }: HistoryPoint) => {
    if (step) return go(recordAddress('posting', step.posting_id))
    setPast({ as_of: dayOf(at, history?.time_zone ?? 'UTC'), by: 'happened' })
    setOpened(true)
  }
  return (
    <Card
      flush
      title="On hand"
      note="last 90 days"
      // From the beginning, because on phones the note is elsewhere.
      aside={<HeadLegend>{history && <Legend history={history} minimum={minimum} />}</HeadLegend>}
    >
      {history ? (
        <div className={classes['content']}>
          <div className={classes['below']}>
            <Legend history={history} minimum={minimum} />
          </div>
          <StockChart history={history} minimum={minimum} onOpen={open} />
          {history.points.length > 0 && <AllChanges history={history} onOpen={open} />}
        </div>
      ) : query.isError ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={classes['waiting']} role="status" aria-label="Loading">
          <Skeleton h="100%" />
        </div>
      )}
      {past && (
        <ExplainPanel
          product={product.name}
          product_id={product.id}
          account="on_hand"
          past={past}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </Card>
  )
}

type LegendProps = Readonly<{ history: History; minimum: number }>

/** Beside the heading if there is space, else above the line. */
function HeadLegend({ children }: { children: ReactNode }) {
  return <div className={classes['beside']}>{children}</div>
}

/** Only the marks that occur in the chart. */
function Legend({ history: { points }, minimum }: LegendProps) {
  const marks = (['in', 'out', 'counted'] satisfies Mark[]).filter((mark) =>
    points.some((point) => markOf(point) === mark),
  )
  return (
    <ul className={classes['legend']} aria-hidden>
      {marks.map((mark) => (
        <li key={mark} data-mark={mark}>
          {markLabels[mark]}
        </li>
      ))}
      {minimum > 0 && <li data-mark="minimum">Minimum {formatQuantity(minimum)}</li>}
    </ul>
  )
}

/** The line as a table, newest first: for reading, and for those who don't see it. */
function AllChanges({ history, onOpen }: { history: History; onOpen: (point: HistoryPoint) => void }) {
  const { points, time_zone } = history
  return (
    <details className={classes['all']}>
      <summary>{counted(points.length, 'change')} as a table</summary>
      <div className={classes['scroll']}>
        <table className={classes['table']} aria-label="On-hand changes">
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Event</th>
              <th scope="col" data-number>
                Change
              </th>
              <th scope="col" data-number>
                On hand
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <HistoryRow
                key={`${point.at} ${point.step?.posting_id}`}
                point={point}
                time_zone={time_zone}
                onOpen={onOpen}
              />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
