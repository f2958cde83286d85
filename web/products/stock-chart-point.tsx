import { useRef } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import type { HistoryPoint } from '../../contract/stock-history.ts'
import { Link } from '../ui/link.tsx'
import { rootScale } from '../ui/root-scale.ts'
import { Change } from '../ui/tabular.tsx'
import { documentOf, markOf, pointLabel, eventText, timeText } from './history-text.ts'
import classes from './stock-chart.module.css'

type Place = Readonly<{ x: number; y: number }>

type ChartPointProps = Readonly<{
  point: HistoryPoint
  place: Place
  time_zone: string
  isActive: boolean
  /** Whether the tab key comes here. */
  isStop: boolean
  onFocus: () => void
  onBlur: () => void
  onOpen: () => void
}>

/** The mark of one change. A first tap shows it, a second opens it. */
export function ChartPoint({ point, place, time_zone, isActive, isStop, onFocus, onBlur, onOpen }: ChartPointProps) {
  const wasActive = useRef(false)
  const byFinger = useRef(false)
  return (
    <button
      type="button"
      className={classes['point']}
      style={{ left: place.x, top: place.y }}
      tabIndex={isStop ? 0 : -1}
      data-mark={markOf(point)}
      data-active={isActive || undefined}
      aria-label={pointLabel(point, time_zone)}
      onPointerDown={({ pointerType }) => {
        byFinger.current = pointerType !== 'mouse'
        wasActive.current = isActive
      }}
      onFocus={onFocus}
      onBlur={onBlur}
      onClick={({ detail }) => {
        // A click without a pointer came from the keyboard.
        if (detail === 0 || !byFinger.current || wasActive.current) onOpen()
      }}
    />
  )
}

type ChartTooltipProps = Readonly<{
  point: HistoryPoint
  place: Place
  /** Of the chart: the tooltip stays inside. */
  width: number
  time_zone: string
}>

/** The change, its quantity, the result, the time and the document. */
export function ChartTooltip({ point, place, width, time_zone }: ChartTooltipProps) {
  const document = documentOf(point)
  const when = timeText(point, time_zone)
  // Beside the point if the line leaves space, otherwise above it.
  const half = 118 * rootScale()
  const left = Math.max(half + 8, Math.min(width - half - 8, place.x))
  return (
    <div
      className={classes['tooltip']}
      style={{ left, top: place.y }}
      data-below={place.y < 76 || undefined}
      aria-hidden
    >
      <span className={classes['what']}>{eventText(point, time_zone)}</span>
      <span className={classes['numbers']}>
        <Change value={point.change} />
        <strong>{formatQuantity(point.balance)}</strong>
      </span>
      {(when !== '' || document) && (
        <span className={classes['when']}>
          {when}
          {when !== '' && document && ' · '}
          {document?.text}
        </span>
      )}
    </div>
  )
}

type HistoryRowProps = Readonly<{ point: HistoryPoint; time_zone: string; onOpen: (point: HistoryPoint) => void }>

/** The same as a row of a table. */
export function HistoryRow({ point, time_zone, onOpen }: HistoryRowProps) {
  const document = documentOf(point)
  return (
    <tr>
      <td>{timeText(point, time_zone) || eventText(point, time_zone)}</td>
      <td>
        <button type="button" className={classes['open']} onClick={() => onOpen(point)}>
          {point.step ? eventText(point, time_zone) : 'All movements'}
        </button>
        {document && (
          <>
            {' '}
            <Link to={document.to}>{document.text}</Link>
          </>
        )}
      </td>
      <td data-number>
        <Change value={point.change} />
      </td>
      <td data-number>{formatQuantity(point.balance)}</td>
    </tr>
  )
}
