import type { ReactNode } from 'react'
import { FailureAlert } from '../ui/failure-alert.tsx'
import classes from './orders.module.css'

type OrderEditorProps = Readonly<{
  /** Why the last action on the order failed. */
  failure: string | null
  /** The order's payments, deliveries and steps. */
  aside: ReactNode
  /** The form. */
  children: ReactNode
}>

/** A saved order as its form, with its events beside it. */
export function OrderEditor({ failure, aside, children }: OrderEditorProps) {
  return (
    <div className={classes['page']}>
      <div className={classes['form']}>
        {failure && <FailureAlert>{failure}</FailureAlert>}
        {children}
      </div>
      <div className={classes['stack']}>{aside}</div>
    </div>
  )
}
