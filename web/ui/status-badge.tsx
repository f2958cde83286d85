import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

/** The meaning of a color: done or fine, needs attention, wrong or gone, inactive, in progress. */
export type Tone = 'green' | 'amber' | 'red' | 'gray' | 'brand'

type StatusBadgeProps = Readonly<{
  tone: Tone
  children: ReactNode
  dot?: boolean
  /** Without a background: for the status that most rows of a list have. */
  quiet?: boolean | undefined
}>

/** A status in one or two words. Color is never the only sign: the word is always there. */
export function StatusBadge({ tone, children, dot = true, quiet }: StatusBadgeProps) {
  return (
    <span className={classes['root']} data-tone={tone} data-quiet={quiet || undefined}>
      {dot && <span className={classes['dot']} aria-hidden />}
      {children}
    </span>
  )
}
