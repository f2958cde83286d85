import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { RowAction } from './row-actions.tsx'

/** Matches fields that text is typed into. */
export const typedInto = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

/** The row that a key leads to from row `at` of `count`; null for any other key. */
export function rowAfter(key: string, at: number, count: number): number | null {
  const to = new Map([
    ['ArrowDown', at + 1],
    ['ArrowUp', at - 1],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key)
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to))
}

/**
 * The keyboard of a table's rows: Tab reaches one row and its buttons only, up and down move to the next one, Home and
 * End to the first and the last, `e` edits, `x` selects, with Shift a range. Enter needs no handler: the focus is on
 * the row's link.
 */
export function useRowKeys<Row>(
  box: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowActions: ((row: Row) => readonly RowAction[]) | undefined,
  drawn: readonly Readonly<{ index: number }>[],
  scrollTo: (index: number) => void,
) {
  const [stop, setStop] = useState(0)
  /** A row that gets the focus once it is rendered. */
  const awaited = useRef<number | null>(null)
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  // A row scrolled out of view can't be tabbed to: the first rendered one replaces it.
  const stopAt = stop < first || stop > last ? first : stop

  // Cells render their own links and buttons, so tab stops are set where all of them are known.
  useLayoutEffect(() => {
    for (const row of box.current?.querySelectorAll<HTMLElement>('tbody tr[data-index]') ?? []) {
      const isStop = Number(row.dataset['index']) === stopAt
      for (const control of row.querySelectorAll<HTMLElement>('a, button, input')) {
        if (isStop) control.removeAttribute('tabindex')
        else if (control.tabIndex !== -1) control.tabIndex = -1
      }
    }
  })
  useEffect(() => {
    const link = awaited.current === null ? null : linkOf(box.current, awaited.current)
    if (!link) return
    awaited.current = null
    link.focus()
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('tr[data-index]')
    // Menus and panels opened by a row also pass their keys up to it.
    if (!row || !event.currentTarget.contains(target) || target.closest(typedInto)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const select = row.querySelector<HTMLElement>('[data-select]')
    if (select && event.key.toLowerCase() === 'x') {
      event.preventDefault()
      select.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }))
      return
    }
    if (event.shiftKey) return
    const at = Number(row.dataset['index'])
    const to = target.matches('[aria-haspopup="menu"]') ? null : rowAfter(event.key, at, rows.length)
    const shown = rows[at]
    if (to !== null) {
      event.preventDefault()
      const link = linkOf(box.current, to)
      if (link) return link.focus()
      awaited.current = to
      scrollTo(to)
    } else if (event.key === 'e' && shown !== undefined) {
      const edit = rowActions?.(shown).find((action) => action.shortcut === 'e' && !action.refusal)
      if (!edit) return
      event.preventDefault()
      edit.onClick()
    }
  }
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const index = target.closest<HTMLElement>('tr[data-index]')?.dataset['index']
    if (index !== undefined) setStop(Number(index))
  }
  return { onKeyDown, onFocus }
}

/** A row's focus target: its link, or its first button if it opens nothing. */
function linkOf(box: HTMLElement | null, index: number): HTMLElement | null {
  const row = box?.querySelector(`tbody tr[data-index="${index}"]`)
  return row?.querySelector<HTMLElement>('[data-row-link]') ?? row?.querySelector<HTMLElement>('a, button') ?? null
}
