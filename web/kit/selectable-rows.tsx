import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { focusHeading } from './focus-heading.ts'
import { loadCode } from './load-code.ts'
import { openedSelector, topmostOpened } from './opened.ts'
import { toastFailed } from './toast.tsx'
import { typedInto } from './use-row-keys.ts'
import type { OnlySelected } from './use-only-selected.ts'
import type { Selecting } from './use-selecting.ts'
import { type Selection, SelectionContext } from './use-selection.ts'

const SelectionBar = lazy(() =>
  loadCode(() => import('./selection-bar.tsx')).then((module) => ({ default: module.SelectionBar })),
)

type SelectableRowsProps<Row> = Readonly<{
  selection: Selection<Row>
  selecting: Selecting
  only: OnlySelected
  /** How many rows the list has, including unloaded ones; null while unknown. */
  inAll: number | null
  /** Loads rows up to this many, and returns all loaded ones. */
  load: (count: number) => Promise<readonly Row[]>
  /** What can be done with the selected rows. */
  actions: ReactNode
  children: ReactNode
}>

/** Rows that can be selected, and what can be done with them. Escape ends the selection. */
export function SelectableRows<Row>({
  selection,
  selecting,
  only,
  inAll,
  load,
  actions,
  children,
}: SelectableRowsProps<Row>) {
  const { end } = selecting
  const isShown = selecting.isOn || !selection.isNone
  // Then it stays, because its dialogs outlast the selection.
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  useEffect(() => {
    if (!isShown) return
    const onKey = ({ key, target }: KeyboardEvent) => {
      // One that this press has just closed isn't in the document any more, but the pressed control is still in it.
      if (key !== 'Escape' || topmostOpened()) return
      if (!(target instanceof Element && (target.closest(openedSelector) ?? target.matches(typedInto)))) end()
    }
    globalThis.addEventListener('keydown', onKey, true)
    return () => globalThis.removeEventListener('keydown', onKey, true)
  }, [isShown, end])
  const selectAll = async () => {
    try {
      selection.select((await load(limits.rowsSelected)).slice(0, limits.rowsSelected))
    } catch (error) {
      toastFailed(error, 'Failed to load the list')
    }
  }
  const close = () => {
    end()
    // The bar disappears.
    focusHeading()
  }
  return (
    <SelectionContext value={selection}>
      {children}
      {wasShown && (
        <Suspense>
          <SelectionBar
            isShown={isShown}
            count={selection.rows.length}
            notShown={selection.notShown}
            only={only}
            inAll={inAll}
            most={limits.rowsSelected}
            selectAll={selectAll}
            onClose={close}
          >
            {actions}
          </SelectionBar>
        </Suspense>
      )}
    </SelectionContext>
  )
}
