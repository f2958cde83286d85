import type { CSSProperties, ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import classes from './stat-tile.module.css'

type StatTileProps = Readonly<{
  label: string
  /** Undefined shows the spec's `...` while it loads. */
  value: string | undefined
  note?: ReactNode
  to: string
  /** Red: something failed. */
  tone?: 'red' | undefined
  /** The list below shows what it counts. */
  current?: boolean
}>

/** A number that leads to what it counts. */
export function StatTile({ label, value, note, to, tone, current = false }: StatTileProps) {
  return (
    <Link to={to} className={classes['root']} data-tone={tone} aria-current={current || undefined}>
      <span className={classes['label']}>{label}</span>
      <span
        className={classes['value']}
        style={{ '--characters': value?.length ?? 1 } as CSSProperties}
        data-pending={value === undefined || undefined}
      >
        {value ?? '...'}
      </span>
      {note !== undefined && <span className={classes['note']}>{note}</span>}
    </Link>
  )
}
