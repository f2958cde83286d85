import { type ReactNode, useEffect } from 'react'
import { limits } from '../../contract/limits.ts'
import { SelectionBar } from './selection-bar.tsx'
import { typedInto } from './use-row-keys.ts'
import { type Selection, SelectionContext } from './use-selection.ts'

type SelectableRowsProps<Row> = Readonly<{
  selection: Selection<Row>
  /** How many rows the list has, including unloaded ones; null while unknown. */
  inAll: number | null
  /** Loads rows up to this many, and returns all loaded ones. */
  load: (count: number) => Promise<readonly Row[]>
  /** What can be done with the selected rows. */
  actions: ReactNode
  children: ReactNode
}>

// Lists of options stay in the document while they are closed.
const opened = '[role="dialog"], [role="menu"], [aria-haspopup="listbox"][data-expanded]'

/** A table of rows that can be selected, and what can be done with them. Escape clears the selection. */
export function SelectableRows<Row>({ selection, inAll, load, actions, children }: SelectableRowsProps<Row>) {
  const { isNone, clear } = selection
  useEffect(() => {
    if (isNone) return
    const onKey = ({ key, target }: KeyboardEvent) => {
      // One that this press has just closed isn't in the document any more, but the pressed control is still in it.
      if (key !== 'Escape' || document.querySelector(opened)) return
      if (!(target instanceof Element && (target.closest(opened) ?? target.matches(typedInto)))) clear()
    }
    globalThis.addEventListener('keydown', onKey, true)
    return () => globalThis.removeEventListener('keydown', onKey, true)
  }, [isNone, clear])
  return (
    <SelectionContext value={selection}>
      {children}
      <SelectionBar selection={selection} inAll={inAll} most={limits.rowsSelected} load={load}>
        {actions}
      </SelectionBar>
    </SelectionContext>
  )
}
