import type { FigureSpec } from './row.ts'

/**
 * The maximum difference between the two floors of a row; if it is larger, the machine was busy with something else.
 */
const steady = 0.1

export type FloorPair = { before: number; after: number }

export function isSteady({ before, after }: FloorPair): boolean {
  return Math.abs(before - after) <= steady * Math.max(before, after)
}

/** The attempt whose floors differ least, as a share of the higher one. */
export function steadiest<Attempt extends { floor: FloorPair | null }>(attempts: readonly Attempt[]): Attempt {
  const [best] = attempts.toSorted((a, b) => difference(a.floor) - difference(b.floor))
  if (!best) throw new Error('nothing was measured')
  return best
}

function difference(floor: FloorPair | null): number {
  return floor ? Math.abs(floor.before - floor.after) / Math.max(floor.before, floor.after) : 0
}

/** The floor of an attempt: the mean of the two. */
export function floorOf({ before, after }: FloorPair): number {
  return (before + after) / 2
}

/** The index of the worst value. NaN is the worst of all. */
export function worstPlace(values: readonly number[], better: FigureSpec['better']): number {
  const badness = (value: number) => (Number.isNaN(value) ? Infinity : better === 'more' ? -value : value)
  const all = values.map(badness)
  return all.indexOf(Math.max(...all))
}

export type Verdict = 'goal' | 'reached' | 'missed'

/** How a figure compares with its target; null if it has none. `floor` is in requests a second. */
export function verdictOf({ better, target }: FigureSpec, figure: number, floor: number | null): Verdict | null {
  if (!target) return null
  if (target.of === 'floor' && floor === null) throw new Error('a share of the floor needs a floor')
  const compared = target.of === 'floor' && floor !== null ? figure / floor : figure
  const isMet = (bound: number) => (better === 'more' ? compared >= bound : compared <= bound)
  if (target.goal !== undefined && isMet(target.goal)) return 'goal'
  return isMet(target.reach) ? 'reached' : 'missed'
}
