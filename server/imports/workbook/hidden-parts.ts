import type { WorkSheet } from '@e965/xlsx'

/** Indexes from 0. */
type Range = Readonly<{ first: number; last: number }>

/** The rows and columns that a sheet hides; only as many as its format has, and as many ranges as people make. */
export type HiddenParts = { rows: number[]; columns: Range[] }

const rowsMost = 1_048_576
const columnsMost = 16_384
const rangesMost = 1_000

export const nothingHidden = (): HiddenParts => ({ rows: [], columns: [] })

export function hideRow({ rows }: HiddenParts, row: number): void {
  if (row >= 0 && row < rowsMost && rows.length < rowsMost) rows.push(row)
}

export function hideColumns({ columns }: HiddenParts, { first, last }: Range): void {
  if (first >= 0 && columns.length < rangesMost) columns.push({ first, last: Math.min(last, columnsMost - 1) })
}

/**
 * Marks them in a parsed sheet, as the library does with the option `cellStyles`. That option keeps a style for every
 * cell, and fills in as many columns as a file claims.
 */
export function markHidden(worksheet: WorkSheet, { rows, columns }: HiddenParts): void {
  worksheet['!rows'] ??= []
  worksheet['!cols'] ??= []
  for (const row of rows) worksheet['!rows'][row] = { hidden: true }
  for (const { first, last } of columns)
    for (let column = first; column <= last; column++) worksheet['!cols'][column] = { hidden: true }
}
