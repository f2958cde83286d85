import type { LoadResult } from '../load/load.ts'
import type { Bench } from './bench.ts'

/** What must be reached, as a share of the floor or as the figure itself, and what would be better still. */
export type Target = { of: 'floor' | 'figure'; reach: number; goal?: number }

export type FigureSpec = {
  name: string
  unit: 'a second' | 'ms' | 's' | 'MB' | '×' | '%' | 'bytes' | 'rows' | 'files'
  better: 'more' | 'less'
  target?: Target
}

/** One run of a row: its figures in the order of their specs, and the load they come from, where there is one. */
export type Run = {
  figures: number[]
  load: LoadResult | null
  /** Invariants that did not hold on a server of the run's own. */
  violated?: string[]
}

/** One row of the table. */
export type Row = {
  name: string
  what: string
  figures: FigureSpec[]
  /** Reads print the read floor, too. Rows on a server of their own have none. */
  floor: 'write' | 'write and read' | 'none'
  /** Measured once, whatever is asked for: it takes minutes. */
  isLong?: boolean
  /** Makes ready what all runs share; not timed. */
  prepare(bench: Bench): Promise<(bench: Bench) => Promise<Run>>
}
