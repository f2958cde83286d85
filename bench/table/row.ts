import type { LoadResult } from '../load/load.ts'
import type { Bench } from './bench.ts'

/** What must be reached, as a share of the floor or as the figure itself, and what would be better. */
export type Target = { of: 'floor' | 'figure'; reach: number; goal?: number }

export type FigureSpec = {
  name: string
  unit: 'a second' | 'ms' | 's' | 'MB' | '×' | '%' | 'bytes' | 'rows' | 'files'
  better: 'more' | 'less'
  target?: Target
}

/** One run of a row: its figures in the order of their specs, and the load they come from, if any. */
export type Run = {
  figures: number[]
  load: LoadResult | null
  /** Invariants that were violated on the run's own server. */
  violated?: string[]
}

/** One row of the table. */
export type Row = {
  name: string
  what: string
  figures: FigureSpec[]
  /** Read rows also print the read floor. Rows with their own server have none. */
  floor: 'write' | 'write and read' | 'none'
  /** Measured only once, whatever `--runs` says, because it takes minutes. */
  isLong?: boolean
  /** Prepares what all runs share; not timed. */
  prepare(bench: Bench): Promise<(bench: Bench) => Promise<Run>>
}
