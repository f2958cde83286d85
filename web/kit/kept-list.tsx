import type { ReactNode } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import classes from './kept-list.module.css'

/** A record that a command for several leaves as it is, and why. */
export type Kept = Readonly<{ id: string; name: string; reason: string }>

/** The paragraphs of a confirmation for several records, and the list of those that stay. */
export function PlanText({ children }: { children: ReactNode }) {
  return <div className={classes['root']}>{children}</div>
}

/** The records that stay, with their reasons; a long list scrolls. */
export function KeptList({ kept }: { kept: readonly Kept[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard
    <ul className={classes['kept']} tabIndex={0} aria-label={`${formatQuantity(kept.length)} that stay`}>
      {kept.map(({ id, name, reason }) => (
        <li key={id}>
          <span className={classes['name']}>{name}</span>
          <span className={classes['reason']}>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
