import type { ReactNode } from 'react'
import { SelectRow } from './select-column.tsx'
import classes from './selectable-card.module.css'

/** A row's card or compact line with a checkbox: a press anywhere on it selects the row. */
export function SelectableCard({ row, children }: { row: unknown; children: ReactNode }) {
  return (
    <>
      <SelectRow row={row} className={classes['cover']} />
      {children}
    </>
  )
}
