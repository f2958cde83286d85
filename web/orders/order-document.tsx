import type { ReactNode } from 'react'
import { ReadOnlyNote } from '../kit/read-only-note.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import classes from './order-document.module.css'

type OrderDocumentProps = Readonly<{
  /** Why the last action on the order failed. */
  failure: string | null
  /** Why the reader can't change it, if it isn't their role. */
  readOnly: string | null
  /** The notices above the lines, and the lines. */
  lines: ReactNode
  /** The order's payments, deliveries and steps. */
  aside: ReactNode
  /** Customer or supplier, addresses and notes; comments and history. */
  children: ReactNode
}>

/**
 * An order as a read-only document: its lines with their progress, beside them its money and deliveries, below them
 * the contact, comments and history. On phones all of it in this order.
 */
export function OrderDocument({ failure, readOnly, lines, aside, children }: OrderDocumentProps) {
  return (
    <div className={classes['root']}>
      <div className={classes['lines']}>
        {failure && <FailureAlert>{failure}</FailureAlert>}
        {readOnly !== null && <ReadOnlyNote>{readOnly}</ReadOnlyNote>}
        {lines}
      </div>
      <div className={classes['aside']}>{aside}</div>
      <div className={classes['rest']}>{children}</div>
    </div>
  )
}
