import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Durability } from '../floor/durability.ts'
import type { Machine } from './machine.ts'
import type { RowResult } from './measure.ts'

export const resultsFolder = join(import.meta.dirname, '../results')

/** One file of bench/results/: the results of one commit on one day. */
export type Results = {
  date: string
  commit: string
  /** Whether files had uncommitted changes when it was measured. */
  isChanged: boolean
  machine: Machine
  durability: Durability
  seconds: number
  runs: number
  rows: RowResult[]
}

/**
 * Writes `<date>-<commit>.json`. Newly measured rows replace those of the same name, the others stay, because each has
 * its own floor. Returns the file's name.
 */
export function writeResults(results: Results, folder = resultsFolder): string {
  const name = `${results.date}-${results.commit}.json`
  const path = join(folder, name)
  const before = existsSync(path) ? readOne(path).rows : []
  const measured = new Set(results.rows.map(({ row }) => row))
  const rows = [...before.filter(({ row }) => !measured.has(row)), ...results.rows]
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, `${JSON.stringify({ ...results, rows }, null, 1)}\n`)
  return name
}

/** All results, oldest first: by date, and within a day by the time of measurement. */
export function readResults(folder = resultsFolder): Results[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const first = ({ rows }: Results) => rows.map(({ measuredAt }) => measuredAt).toSorted()[0] ?? ''
  return files.map((file) => readOne(join(folder, file))).toSorted((a, b) => (first(a) < first(b) ? -1 : 1))
}

function readOne(path: string): Results {
  return JSON.parse(readFileSync(path, 'utf8')) as Results
}
