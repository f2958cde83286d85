import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

/** What a color says: done or fine, wants attention, wrong or gone, at rest, under way. */
export type Tone = 'green' | 'amber' | 'red' | 'gray' | 'brand'

/** A status in one or two words. Color never says it alone: the word is always there. */
export function StatusBadge({ tone, children, dot = true }: { tone: Tone; children: ReactNode; dot?: boolean }) {
  return (
    <span className={classes['root']} data-tone={tone}>
      {dot && <span className={classes['dot']} aria-hidden />}
      {children}
    </span>
  )
}
