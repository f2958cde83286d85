import { violatedInvariants } from '../../ledger/invariants.ts'
import type { ProcessorTime } from '../kit/processor-time.ts'
import type { Bench } from './bench.ts'
import { floorOf, type FloorPair, isSteady, steadiest, type Verdict, verdictOf, worstPlace } from './judge.ts'
import type { FigureSpec, Row, Run } from './row.ts'

const attemptsAtMost = 2
/** With fewer runs it is a trial: not repeated, and no results are saved. */
export const runsKept = 3
/** The floor is stable: measuring it longer would only lengthen the bench. */
const floorSeconds = 2
/** How long a row's load runs before it is measured: in its first seconds, a server compiles what its requests use. */
const warmUpSeconds = 8

export type FigureResult = FigureSpec & {
  /** One per run, and the worst of them. */
  values: number[]
  worst: number
  /** The share of the write floor; only for rates. */
  ratio: number | null
  verdict: Verdict | null
}

/** The load of one run, as it is saved. */
export type LoadSummary = {
  perSecond: number
  answers: number
  refused: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  processor: (ProcessorTime & { generatorMs: number }) | null
  generatorShare: number
}

export type RowResult = {
  row: string
  what: string
  measuredAt: string
  figures: FigureResult[]
  /** The load of each run, and which of them had the worst first figure. */
  loads: (LoadSummary | null)[]
  worstRun: number
  floor: (FloorPair & { perSecond: number; isSteady: boolean; generatorShare: number }) | null
  readFloor: number | null
  /** Invariants that were violated afterwards. */
  violated: string[]
}

type Attempt = { floor: (FloorPair & { generatorShare: number }) | null; readFloor: number | null; runs: Run[] }

/**
 * Measures a row after a warm-up that isn't counted: the floor, the runs, and the floor again. If the floors show that
 * the machine was busy with something else, this is repeated once, and the steadier attempt counts. At the end the
 * invariants are checked.
 */
export async function measureRow(bench: Bench, row: Row, runs: number): Promise<RowResult> {
  const run = await row.prepare(bench)
  if (row.floor !== 'none' && !row.isLong) await run({ ...bench, seconds: warmUpSeconds })
  const attempts: Attempt[] = []
  do attempts.push(await attempt(bench, row, row.isLong ? 1 : runs, run))
  while (!row.isLong && runs >= runsKept && attempts.length < attemptsAtMost && !attempts.some(wasSteady))
  const { floor, readFloor, runs: done } = steadiest(attempts)
  const perSecond = floor && floorOf(floor)
  const figures = row.figures.map((spec, place) =>
    figureOf(
      spec,
      done.map(({ figures }) => figures[place] ?? Number.NaN),
      perSecond,
    ),
  )
  const violated = [
    ...new Set([
      ...done.flatMap((one) => one.violated ?? []),
      ...(row.floor === 'none' ? [] : await violatedInvariants(bench.admin)).map(({ name }) => name),
    ]),
  ]
  return {
    row: row.name,
    what: row.what,
    measuredAt: new Date().toISOString(),
    figures,
    loads: done.map(summaryOf),
    worstRun: worstPlace(figures[0]?.values ?? [], figures[0]?.better ?? 'more'),
    floor: floor && perSecond !== null ? { ...floor, perSecond, isSteady: isSteady(floor) } : null,
    readFloor,
    violated,
  }
}

function wasSteady({ floor }: Attempt): boolean {
  return floor === null || isSteady(floor)
}

async function attempt(bench: Bench, row: Row, runs: number, run: (bench: Bench) => Promise<Run>): Promise<Attempt> {
  const measured = row.floor !== 'none'
  const before = measured ? await bench.floor.measure('write', floorSeconds) : null
  const readFloor = row.floor === 'write and read' ? await bench.floor.measure('read', floorSeconds) : null
  const done: Run[] = []
  for (let n = 0; n < runs; n++) done.push(await run(bench))
  const after = measured ? await bench.floor.measure('write', floorSeconds) : null
  const generatorShare = Math.max(before?.generatorShare ?? 0, after?.generatorShare ?? 0)
  return {
    floor: before && after && { before: before.perSecond, after: after.perSecond, generatorShare },
    readFloor: readFloor && readFloor.perSecond,
    runs: done,
  }
}

function figureOf(spec: FigureSpec, values: number[], floor: number | null): FigureResult {
  const worst = values[worstPlace(values, spec.better)] ?? Number.NaN
  const ratio = spec.unit === 'a second' && floor !== null ? worst / floor : null
  return { ...spec, values, worst, ratio, verdict: verdictOf(spec, worst, floor) }
}

function summaryOf({ load }: Run): LoadSummary | null {
  if (!load) return null
  const { perSecond, answers, refused, p50Ms, p95Ms, p99Ms, processor, generatorMs, generatorShare } = load
  return {
    perSecond,
    answers,
    refused,
    p50Ms,
    p95Ms,
    p99Ms,
    processor: processor && { ...processor, generatorMs },
    generatorShare,
  }
}
