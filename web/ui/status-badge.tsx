import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

/** The meaning of a color: done or fine, needs attention, wrong or gone, inactive, in progress. */
export type Tone = 'green' | 'amber' | 'red' | 'gray' | 'brand'

/** A status in one or two words. Color is never the only sign: the word is always there. */
export function StatusBadge({ tone, children, dot = true }: { tone: Tone; children: ReactNode; dot?: boolean }) {
  return (
    <span className={classes['root']} data-tone={tone}>
      {dot && <span className={classes['dot']} aria-hidden />}
      {children}
    </span>
  )
}
