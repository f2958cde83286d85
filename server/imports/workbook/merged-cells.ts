import { type CellObject, type WorkSheet, utils } from '@e965/xlsx'
import type { ImportSheet } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { tooManyMerges } from './count-while-unpacking.ts'

/** Cells of one column that are covered by the cell `by` (`D2`), from the first to the last row. */
type Cover = { first: number; last: number; by: string }

const uncovered: Cover = { first: -1, last: -1, by: '' }

/**
 * Returns which cell is merged over another one, for rows requested from top to bottom. Whether its value applies to
 * every row of the merge can't be known (a category does, a quantity doesn't), so it applies to none. Merges without a
 * value hide nothing and don't count.
 */
export function mergedCells(
  sheet: ImportSheet,
  worksheet: WorkSheet,
  columns: Iterable<number>,
): (row: number, column: number) => string | undefined {
  const merges = worksheet['!merges'] ?? []
  if (merges.length > limits.importMergedRanges) tooManyMerges(sheet)
  const grid = (worksheet['!data'] ?? []) as (CellObject[] | undefined)[]
  const filled = merges.filter(({ s }) => !isBlank(grid[s.r]?.[s.c]))
  const byColumn = new Map(
    [...columns].map((column) => {
      const covers = filled
        .filter(({ s, e }) => s.c <= column && column <= e.c)
        .map(({ s, e }): Cover => ({ first: column === s.c ? s.r + 1 : s.r, last: e.r, by: utils.encode_cell(s) }))
      return [
        column,
        { covers: covers.toSorted((one, other) => one.first - other.first), next: 0, reaching: uncovered },
      ]
    }),
  )
  return (row, column) => {
    const state = byColumn.get(column)
    if (!state) return undefined
    for (let cover = state.covers[state.next]; cover && cover.first <= row; cover = state.covers[++state.next]) {
      if (cover.last > state.reaching.last) state.reaching = cover
    }
    return row <= state.reaching.last ? state.reaching.by : undefined
  }
}

function isBlank(cell: CellObject | undefined): boolean {
  return cell?.v === undefined || (typeof cell.v === 'string' && trimmed(cell.v) === '')
}
