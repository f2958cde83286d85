/** One column of a chart of units in (upwards) and out (downwards), in the chart's own units. */
export type ColumnShape = Readonly<{
  x: number
  width: number
  up: number
  down: number
  /** It is too high for the scale: it ends at the top, and its value is written above it. */
  isCut: boolean
}>

export type ColumnsLayout = Readonly<{
  /** The position of the zero line. */
  zero: number
  columns: readonly ColumnShape[]
  /** Horizontal lines, with their values. */
  ticks: readonly Readonly<{ value: number; y: number }>[]
  /** The columns with a label below them. */
  labeled: readonly number[]
}>

type Size = Readonly<{ width: number; height: number }>

/**
 * Lays out a chart: columns side by side, both directions on one scale, lines at round values, labels that don't
 * overlap.
 */
export function layoutColumns(
  steps: readonly Readonly<{ units_in: number; units_out: number }>[],
  { width, height }: Size,
  labelWidth: number,
): ColumnsLayout {
  const cutAbove = cutOf(steps)
  const highest = Math.min(cutAbove, Math.max(0, ...steps.map(({ units_in }) => units_in)))
  const lowest = Math.max(0, ...steps.map(({ units_out }) => units_out))
  const step = roundStep(Math.max(highest, lowest, highest + lowest) / 4)
  const above = Math.ceil(highest / step) || (lowest > 0 ? 0 : 1)
  const below = Math.ceil(lowest / step)
  const perUnit = height / ((above + below) * step)
  const zero = above * step * perUnit
  const pitch = width / Math.max(1, steps.length)
  const columnWidth = Math.max(1, Math.min(36, pitch * 0.72))
  return {
    zero,
    columns: steps.map(({ units_in, units_out }, index) => ({
      x: pitch * index + (pitch - columnWidth) / 2,
      width: columnWidth,
      up: units_in > cutAbove ? zero : units_in * perUnit,
      down: units_out * perUnit,
      isCut: units_in > cutAbove,
    })),
    ticks: Array.from({ length: above + below + 1 }, (_, index) => ({
      value: (above - index) * step,
      y: index * step * perUnit,
    })),
    labeled: everyFew(steps.length, Math.max(1, Math.ceil(labelWidth / pitch))),
  }
}

/**
 * The value above which a column is cut: one that is more than four times as high as any other, such as the opening
 * stock, would leave nothing to read of the others.
 */
function cutOf(steps: readonly Readonly<{ units_in: number; units_out: number }>[]): number {
  const [highest = 0, second = 0] = steps
    .flatMap(({ units_in, units_out }) => [units_in, units_out])
    .toSorted((one, other) => other - one)
  const isOfUnitsIn = steps.some(({ units_in }) => units_in === highest)
  return isOfUnitsIn && second > 0 && highest > 4 * second ? 1.5 * second : Infinity
}

/** The next round figure that is not smaller: 1, 2 or 5 and zeros. */
export function roundStep(least: number): number {
  if (!(least > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((digit) => digit * power >= least * 0.999_999) ?? 10) * power
}

function everyFew(count: number, distance: number): number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % distance === 0)
}
