import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import classes from './category-bars.module.css'

/** One part of a bar: its size, its color, and its text for those who don't see it. */
export type BarPart = Readonly<{ kind: string; size: number; text: string }>

export type Bar = Readonly<{
  name: string
  color: string
  to?: string | undefined
  value: ReactNode
  parts: readonly BarPart[]
}>

type CategoryBarsProps = Readonly<{
  label: string
  /** The legend: the `kind` of a part, and its name. */
  legend: readonly (readonly [kind: string, name: string])[]
  bars: readonly Bar[]
}>

/** Categories as bars of several parts, the longest over the full width. Each also has its figures in words. */
export function CategoryBars({ label, legend, bars }: CategoryBarsProps) {
  const longest = Math.max(...bars.map(({ parts }) => lengthOf(parts)), 0)
  return (
    <div className={classes['root']}>
      <ul className={classes['legend']} aria-label="Colors">
        {legend.map(([kind, name]) => (
          <li key={kind}>
            <span className={classes['swatch']} data-kind={kind} aria-hidden />
            {name}
          </li>
        ))}
      </ul>
      <ul className={classes['bars']} aria-label={label}>
        {bars.map(({ name, color, to, value, parts }) => (
          <li key={`${name} ${to ?? ''}`}>
            <span className={classes['name']} title={name}>
              <span className={classes['square']} style={{ background: color }} aria-hidden />
              {to ? <Link to={to}>{name}</Link> : <span>{name}</span>}
            </span>
            <span className={classes['track']} aria-hidden>
              {parts.map(({ kind, size, text }) =>
                size > 0 ? (
                  <span
                    key={kind}
                    className={classes['part']}
                    data-kind={kind}
                    title={text}
                    style={{ width: `${(100 * size) / longest}%` }}
                  />
                ) : null,
              )}
            </span>
            <span className={classes['value']}>{value}</span>
            <span className={classes['words']}>{parts.map(({ text }) => text).join(', ')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Past figures can be negative; a bar can't. */
function lengthOf(parts: readonly BarPart[]): number {
  return parts.reduce((sum, { size }) => sum + Math.max(0, size), 0)
}
