import type { FigureResult, RowResult } from './measure.ts'

const verdicts = { goal: 'the goal beyond', reached: 'reached', missed: 'MISSED' }

/** A row as a few lines of text. */
export function rowText(result: RowResult): string {
  const { row, what, figures, floor, readFloor, violated } = result
  return [
    `\n${row}: ${what}`,
    ...figures.map(figureText),
    ...loadLines(result),
    ...(floor
      ? [
          `  floor ${count(floor.before)} before, ${count(floor.after)} after${floor.isSteady ? '' : ' (NOT STEADY: the machine was busy)'}` +
            `${readFloor === null ? '' : `, reads ${count(readFloor)}`}; its load generator took ${share(floor.generatorShare)} of a core`,
        ]
      : []),
    violated.length === 0 ? '  every invariant holds' : `  VIOLATED: ${violated.join(', ')}`,
  ].join('\n')
}

function figureText({ name, unit, better, values, worst, ratio, target, verdict }: FigureResult): string {
  const sign = better === 'more' ? '≥' : '≤'
  const goal = target?.goal === undefined ? '' : `, goal ${sign} ${target.goal}`
  const wanted = target ? `${sign} ${target.reach}${target.of === 'floor' ? ' of the floor' : ''}${goal}` : ''
  const ofFloor = ratio === null ? '' : `${ratio.toFixed(4)} of the floor`
  const judged = verdict ? `${verdicts[verdict]} (${wanted})` : ''
  const runs = values.length > 1 ? `of ${values.map(figure).join(', ')}` : ''
  return `  ${name.padEnd(34)} ${figure(worst).padStart(9)} ${unit.padEnd(8)} ${[ofFloor, judged, runs].filter(Boolean).join('; ')}`
}

function loadLines({ loads, worstRun }: RowResult): string[] {
  const load = loads[worstRun]
  if (!load) return []
  const { p50Ms, p95Ms, p99Ms, processor, generatorShare, refused } = load
  const used = processor
    ? `; processor ms a request: Node ${processor.nodeMs.toFixed(2)}, PostgreSQL ${processor.postgresqlMs.toFixed(2)}, ` +
      `load generator ${processor.generatorMs.toFixed(2)} (${share(generatorShare)} of a core)`
    : ''
  return [`  p50 ${figure(p50Ms)}, p95 ${figure(p95Ms)}, p99 ${figure(p99Ms)} ms; ${refused} refused${used}`]
}

const count = (value: number) => Math.round(value).toLocaleString('en')
const share = (of: number) => `${(of * 100).toFixed(0)} %`

/** Rounded to three significant digits. */
export function figure(value: number): string {
  if (Number.isNaN(value)) return 'none'
  if (Math.abs(value) >= 100) return count(value)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
