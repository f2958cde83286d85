import type { ReactNode } from 'react'
import classes from './timeline.module.css'

type TimelineProps = Readonly<{
  label?: string
  /** Closer together: for events of a line or two. */
  dense?: boolean
  /** One `li` for each event, newest first. */
  children: ReactNode
}>

/** Events one below the other, each beside a dot. */
export function Timeline({ label, dense = false, children }: TimelineProps) {
  return (
    <ol className={classes['root']} aria-label={label} data-dense={dense || undefined}>
      {children}
    </ol>
  )
}
