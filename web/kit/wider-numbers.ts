import { type Dispatch, type RefObject, type SetStateAction, useEffect } from 'react'
import { rootScale } from '../ui/root-scale.ts'

/** The width that a column's numbers need (sixteenths of a rem), by the column's id; only of those that had less. */
export type NeededWidths = Readonly<Record<string, number>>

/**
 * A number is never cut off: reports the right-aligned columns whose drawn numbers need more room than they have.
 * Measured after painting, when it costs no second layout.
 */
export function useWiderNumbers(
  box: RefObject<HTMLElement | null>,
  columns: readonly Readonly<{ id: string; align?: 'right' }>[],
  drawn: unknown,
  setNeeded: Dispatch<SetStateAction<NeededWidths>>,
): void {
  useEffect(() => {
    const wider: Record<string, number> = {}
    for (const [index, { id, align }] of columns.entries()) {
      if (align !== 'right') continue
      for (const cell of box.current?.querySelectorAll<HTMLElement>(`tbody td:nth-child(${index + 1})`) ?? []) {
        const missing = missingRoom(cell)
        // One more, because these are rounded: a missing fraction of a pixel also cuts a digit off.
        if (missing > 0) wider[id] = Math.max(wider[id] ?? 0, (cell.offsetWidth + missing + 1) / rootScale())
      }
    }
    if (Object.keys(wider).length > 0) setNeeded((before) => ({ ...before, ...wider }))
  }, [box, columns, drawn, setNeeded])
}

/** How much wider a cell's content is than the cell, or than the box in it that wraps its text (pixels). */
function missingRoom(cell: HTMLElement): number {
  const inner = cell.firstElementChild
  const ofCell = cell.scrollWidth - cell.clientWidth
  if (!inner) return ofCell
  if (inner.clientWidth > 0) return Math.max(ofCell, inner.scrollWidth - inner.clientWidth)
  // Firefox has no scroll width of cells, and one of text that isn't a box of its own, which has no client width.
  return Math.max(ofCell, Math.ceil(inner.getBoundingClientRect().width - contentWidth(cell)))
}

function contentWidth(cell: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(cell)
  return [paddingLeft, paddingRight].reduce((left, px) => left - Number(px.replace('px', '')), cell.clientWidth)
}

/** The columns with at least the room that their numbers need. */
export function withRoom<C extends Readonly<{ id: string; width?: number; minWidth?: number }>>(
  columns: readonly C[],
  needed: NeededWidths,
): readonly C[] {
  if (Object.keys(needed).length === 0) return columns
  return columns.map((column) => {
    const least = needed[column.id]
    if (least === undefined) return column
    return column.width === undefined
      ? { ...column, minWidth: Math.max(column.minWidth ?? 0, least) }
      : { ...column, width: Math.max(column.width, least) }
  })
}
