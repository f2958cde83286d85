import type { ReactNode } from 'react'
import classes from './party-and-date.module.css'

type PartyAndDateProps = Readonly<{
  /** `For Jane Doe`: the customer or supplier, with a link. */
  party: ReactNode
  /** When the order was made, and its author. */
  children: ReactNode
}>

/** Below an order's number: a long name is cut off instead of the date; if both don't fit, each has its own line. */
export function PartyAndDate({ party, children }: PartyAndDateProps) {
  return (
    <span className={classes['root']} data-parts>
      <span className={classes['party']}>{party}</span>
      <span className={classes['date']}>{children}</span>
    </span>
  )
}
