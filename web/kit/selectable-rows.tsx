import type { KeyboardEvent, ReactNode } from 'react'
import { limits } from '../../contract/limits.ts'
import { SelectionBar } from './selection-bar.tsx'
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

/** A table of rows that can be selected, and what can be done with them. Escape selects nothing again. */
export function SelectableRows<Row>({ selection, inAll, load, actions, children }: SelectableRowsProps<Row>) {
  const { isNone, clear } = selection
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    // Dialogs and menus opened from here also pass their keys up to it, and an open menu's button has its own Escape.
    if (event.key !== 'Escape' || !event.currentTarget.contains(target) || target.ariaExpanded === 'true') return
    if (!isNone) clear()
  }
  return (
    <SelectionContext value={selection}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from the controls inside */}
      <div onKeyDown={onKeyDown}>
        {children}
        <SelectionBar selection={selection} inAll={inAll} most={limits.rowsSelected} load={load}>
          {actions}
        </SelectionBar>
      </div>
    </SelectionContext>
  )
}
