import type { ReactNode } from 'react'
import classes from './field-grid.module.css'

/** Fields side by side if there is space, stacked on phones. */
export function FieldGrid({ columns = 2, children }: { columns?: 2 | 3; children: ReactNode }) {
  return (
    <div className={classes['root']} data-columns={columns}>
      {children}
    </div>
  )
}
