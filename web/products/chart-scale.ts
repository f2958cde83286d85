import { fifteenDigits } from '../../contract/quantity.ts'

/** One end of a scale in the data and on the screen (pixels). */
export type Scale = (value: number) => number

/** Linear from `domain` to `range`; a domain without length maps to the range's beginning. */
export function scale([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  return (value) => (high === low ? from : from + ((value - low) / (high - low)) * (to - from))
}

/** Round steps: 1, 2 or 5 times a power of ten. */
const roundSteps = [1, 2, 5, 10]

/**
 * The values of an axis' lines: round ones, about `lines` of them, from at or below `low` to at or above `high`. They
 * include 0 if the axis reaches it, and are at least 1 apart if all values are whole.
 */
export function ticks(low: number, high: number, lines: number, isWhole: boolean): number[] {
  const rough = Math.max(high - low, isWhole ? 1 : 0.0001) / lines
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max((roundSteps.find((one) => one * power >= rough) ?? 10) * power, isWhole ? 1 : 0)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => fifteenDigits((first + index) * step))
}

type Placed = Readonly<{ x: number; y: number }>

/**
 * The path of a step line that starts at `start`, changes to each point's height at its position, and ends at `end`.
 */
export function stepPath(start: Placed, points: readonly Placed[], end: number): string {
  const steps = points.map(({ x, y }) => `H${pixel(x)}V${pixel(y)}`)
  return `M${pixel(start.x)} ${pixel(start.y)}${steps.join('')}H${pixel(end)}`
}

/** The index of the point nearest to a position; -1 if there is none. */
export function nearest(points: readonly Placed[], x: number): number {
  let found = -1
  for (const [index, point] of points.entries()) {
    const best = points[found]
    if (best === undefined || Math.abs(point.x - x) <= Math.abs(best.x - x)) found = index
  }
  return found
}

/** A tenth of a pixel is finer than any screen. */
function pixel(value: number): string {
  return String(Math.floor(value * 10 + 0.5) / 10)
}
