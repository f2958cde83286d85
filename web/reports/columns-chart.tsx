import { type PointerEvent, useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import type { TransactionsSummary } from '../../contract/transactions-report.ts'
import { type ColumnShape, layoutColumns } from './columns-scale.ts'
import { shortStepText, stepText } from './step-text.ts'
import { rootScale } from '../ui/root-scale.ts'
import { useWidth } from '../ui/use-width.ts'
import { ChartWords } from './chart-words.tsx'
import classes from './columns-chart.module.css'

/** Pixels, of which the sizes of labels follow the browser's font size. */
const margins = () => ({ top: 20, right: 0, bottom: 8 + 16 * rootScale(), left: 56 * rootScale() })

const height = 200

const labelWidth = () => 64 * rootScale()

/**
 * Units in (upwards) and out (downwards) over time. The pointer reads a column; a table contains the same for those who
 * don't see it.
 */
export function ColumnsChart({ step, steps }: Pick<TransactionsSummary, 'step' | 'steps'>) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const [pointed, setPointed] = useState<number | null>(null)
  const margin = margins()
  const inner = { width: Math.max(0, width - margin.left - margin.right), height: height - margin.top - margin.bottom }
  const { zero, columns, ticks, labeled } = layoutColumns(steps, inner, labelWidth())
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left
    const index = Math.floor((x / inner.width) * steps.length)
    setPointed(index >= 0 && index < steps.length ? index : null)
  }
  const read = pointed === null ? undefined : steps[pointed]
  return (
    <div ref={ref} className={classes['root']}>
      <p className={classes['read']} aria-hidden>
        {read ? (
          <>
            <strong>{stepText(step, read.begins)}</strong>
            <span data-sign="in">{formatQuantity(read.units_in)} in</span>
            <span data-sign="out">{formatQuantity(read.units_out)} out</span>
          </>
        ) : (
          <>
            <span data-sign="in">Units in</span>
            <span data-sign="out">Units out</span>
          </>
        )}
      </p>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden onPointerMove={point} onPointerLeave={() => setPointed(null)}>
          <g transform={`translate(${margin.left} ${margin.top})`}>
            {ticks.map(({ value, y }) => (
              <g key={value}>
                <line className={classes['line']} data-zero={value === 0 || undefined} x2={inner.width} y1={y} y2={y} />
                <text className={classes['tick']} x={-10} y={y} dy="0.32em" textAnchor="end">
                  {compact(value)}
                </text>
              </g>
            ))}
            {columns.map(({ x, width: thick, up, down, isCut }, index) => (
              <g key={steps[index]?.begins} className={classes['column']} data-pointed={index === pointed || undefined}>
                {up > 0 && (
                  <rect data-sign="in" x={x} width={thick} y={zero - up} height={up} rx={Math.min(2, thick / 4)} />
                )}
                {isCut && (
                  <CutTop {...{ x, width: thick, chartWidth: inner.width, value: steps[index]?.units_in ?? 0 }} />
                )}
                {down > 0 && (
                  <rect data-sign="out" x={x} width={thick} y={zero} height={down} rx={Math.min(2, thick / 4)} />
                )}
              </g>
            ))}
            {labeled.map((index) => (
              <text
                key={index}
                className={classes['tick']}
                x={inSight(columns[index], inner.width)}
                y={height - margin.top - 6}
                textAnchor="middle"
              >
                {shortStepText(step, steps[index]?.begins ?? '')}
              </text>
            ))}
          </g>
        </svg>
      )}
      <ChartWords step={step} steps={steps} />
    </div>
  )
}

type CutTopProps = Readonly<{ x: number; width: number; chartWidth: number; value: number }>

/** The top of a column that is too high for the scale: a gap in it, and its value above. */
function CutTop({ x, width, chartWidth, value }: CutTopProps) {
  return (
    <>
      <rect className={classes['gap']} x={x} width={width} y={8} height={3} />
      <text className={classes['tick']} x={inSight({ x, width }, chartWidth)} y={-6} textAnchor="middle">
        {compact(value)}
      </text>
    </>
  )
}

/** The middle of a column, but not so close to the edge that its label would be cut off. */
function inSight(column: Pick<ColumnShape, 'x' | 'width'> | undefined, width: number): number {
  const middle = (column?.x ?? 0) + (column?.width ?? 0) / 2
  return Math.max(labelWidth() / 3, Math.min(middle, width - labelWidth() / 3))
}

/** `1.2K`, `−3M`: there is little space beside a line. */
function compact(value: number): string {
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
    .format(value)
    .replace('-', '−')
}
