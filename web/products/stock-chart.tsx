import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import type { HistoryPoint, StockHistory } from '../../contract/stock-history.ts'
import { rootScale } from '../ui/root-scale.ts'
import { useWidth } from '../ui/use-width.ts'
import { nearest, type Scale, scale, stepPath, ticks } from './chart-scale.ts'
import { ChartPoint, ChartTooltip } from './stock-chart-point.tsx'
import { axisDay, historyLabel } from './history-text.ts'
import classes from './stock-chart.module.css'

const height = 236
const edges = { top: 14, right: 20, bottom: 30, left: 20 }
/** The width of an axis label and its margin; each digit takes about seven pixels at the usual font size. */
const axisWidth = (labels: readonly string[]) => 12 + Math.max(...labels.map((label) => label.length)) * 7 * rootScale()

type StockChartProps = Readonly<{
  history: StockHistory
  /** 0 for none. */
  minimum: number
  onOpen: (point: HistoryPoint) => void
}>

/**
 * On hand as a step line with a mark at each change: hovering or focusing shows the change, pressing opens it. One tab
 * stop; the arrow keys move along the line.
 */
export function StockChart({ history, minimum, onOpen }: StockChartProps) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const [active, setActive] = useState<number | null>(null)
  const plot = usePlot(history, minimum, width)
  const point = active === null ? undefined : history.points[active]
  const place = active === null ? undefined : plot.places[active]
  const find = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse')
      setActive(nearestTo(plot.places, event.clientX - event.currentTarget.getBoundingClientRect().left))
  }
  return (
    <div ref={ref} className={classes['chart']} onPointerMove={find} onPointerLeave={() => setActive(null)}>
      {width > 0 && <Lines plot={plot} history={history} width={width} active={place} />}
      {history.points.length === 0 && <p className={classes['still']}>No changes in this period</p>}
      <Points history={history} plot={plot} active={active} onActive={setActive} onOpen={onOpen} />
      {point && place && <ChartTooltip point={point} place={place} width={width} time_zone={history.time_zone} />}
    </div>
  )
}

function nearestTo(places: readonly { x: number; y: number }[], x: number): number | null {
  const found = nearest(places, x)
  return found === -1 ? null : found
}

type Plot = Readonly<{
  x: Scale
  y: Scale
  left: number
  values: readonly number[]
  places: readonly { x: number; y: number }[]
  minimum: number
}>

/** The layout for a width. */
function usePlot({ points, start, since, until }: StockHistory, minimum: number, width: number): Plot {
  const balances = [start, ...points.map(({ balance }) => balance)]
  const isWhole = balances.every(Number.isInteger)
  const values = ticks(Math.min(0, ...balances), Math.max(minimum, ...balances), 4, isWhole)
  const left = edges.left + axisWidth(values.map(formatQuantity))
  const x = scale([Date.parse(since), Date.parse(until)], [left, Math.max(width - edges.right, left)])
  const y = scale([values[0] ?? 0, values.at(-1) ?? 1], [height - edges.bottom, edges.top])
  return {
    x,
    y,
    left,
    values,
    minimum,
    places: points.map(({ at, balance }) => ({ x: x(Date.parse(at)), y: y(balance) })),
  }
}

type LinesProps = Readonly<{
  plot: Plot
  history: StockHistory
  width: number
  active: { x: number; y: number } | undefined
}>

function Lines({ plot, history, width, active }: LinesProps) {
  const { x, y, left, values, places, minimum } = plot
  const [since, until] = [Date.parse(history.since), Date.parse(history.until)]
  const [end, bottom] = [x(until), y(values[0] ?? 0)]
  const line = stepPath({ x: left, y: y(history.start) }, places, end)
  const days = width < 480 * rootScale() ? 3 : 5
  return (
    <svg width={width} height={height} role="img" aria-label={historyLabel(history)} className={classes['lines']}>
      {values.map((value) => (
        <g key={value}>
          <path d={`M${left} ${y(value)}H${end}`} className={classes['grid']} />
          <text x={left - 10} y={y(value) + 4} textAnchor="end">
            {formatQuantity(value)}
          </text>
        </g>
      ))}
      {Array.from({ length: days }, (_, index) => {
        const at = since + ((until - since) * index) / (days - 1)
        return (
          <text
            key={index}
            x={x(at)}
            y={height - 8}
            textAnchor={index === 0 ? 'start' : index === days - 1 ? 'end' : 'middle'}
          >
            {index === days - 1 ? 'Today' : axisDay(at + 1, history.time_zone)}
          </text>
        )
      })}
      <path d={`${line}V${y(0)}H${left}Z`} className={classes['area']} />
      {minimum > 0 && <path d={`M${left} ${y(minimum)}H${end}`} className={classes['minimum']} />}
      <path d={line} className={classes['line']} />
      {active && <path d={`M${active.x} ${edges.top - 8}V${bottom}`} className={classes['guide']} />}
    </svg>
  )
}

type PointsProps = Readonly<{
  history: StockHistory
  plot: Plot
  active: number | null
  onActive: (index: number | null) => void
  onOpen: (point: HistoryPoint) => void
}>

/** The marks, as one tab stop: the newest one first. */
function Points({ history: { points, time_zone }, plot, active, onActive, onOpen }: PointsProps) {
  const group = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<number | null>(null)
  const last = points.length - 1
  const stopAt = Math.min(stop ?? last, last)
  const onArrowKey = (event: KeyboardEvent) => {
    const to = { ArrowLeft: stopAt - 1, ArrowRight: stopAt + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    group.current?.querySelectorAll<HTMLElement>('button')[Math.max(0, Math.min(last, to))]?.focus()
  }
  if (points.length === 0) return null
  // Close marks are small, so that they don't hide the line.
  const isDense = points.length > 1 && (plot.x(Date.parse(points[last]?.at ?? '')) - plot.left) / points.length < 12
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the buttons inside
    <div
      ref={group}
      role="group"
      aria-label="On-hand changes, one by one with the arrow keys"
      className={classes['points']}
      data-dense={isDense || undefined}
      onKeyDown={onArrowKey}
    >
      {points.map((point, index) => (
        <ChartPoint
          key={`${point.at} ${point.step?.posting_id}`}
          point={point}
          place={plot.places[index] ?? { x: 0, y: 0 }}
          time_zone={time_zone}
          isActive={active === index}
          isStop={stopAt === index}
          onFocus={() => {
            setStop(index)
            onActive(index)
          }}
          onBlur={() => onActive(null)}
          onOpen={() => onOpen(point)}
        />
      ))}
    </div>
  )
}
