/** The cost of a price row; null while unknown. */
export function costOf({
  cost_price,
  cost_is_known,
}: Readonly<{ cost_price: number; cost_is_known: boolean }>): number | null {
  return cost_is_known ? cost_price : null
}

type Frame = Readonly<{ width: number; height: number; top: number }>

/**
 * The path of a step line: each value applies from its moment to the next. `moments` (milliseconds, ascending) has one
 * more than `values`: the end of the last one. Zero is at the bottom, `top` at the top. A null value leaves a gap.
 */
export function stepsOf(
  moments: readonly number[],
  values: readonly (number | null)[],
  { width, height, top }: Frame,
): string {
  const [begin = 0, end = begin] = [moments[0], moments.at(-1)]
  const x = (moment: number) => tenth(end === begin ? width : ((moment - begin) / (end - begin)) * width)
  const y = (value: number) => tenth(top === 0 ? height : height - (value / top) * height)
  const steps = values.map((value, index) => {
    if (value === null) return ''
    const isFirst = (values[index - 1] ?? null) === null
    const start = isFirst ? `M${index === 0 ? '0' : x(moments[index] ?? begin)} ${y(value)}` : ''
    return `${start}V${y(value)}H${x(moments[index + 1] ?? end)}`
  })
  return steps.join('')
}

/** A tenth of a pixel is finer than any screen. */
function tenth(pixels: number): string {
  return String(Math.floor(pixels * 10 + 0.5) / 10)
}
