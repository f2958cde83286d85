type Frame = Readonly<{ width: number; height: number; top: number }>

/**
 * The path of a line of steps: each value holds from its moment to the next. `moments` (milliseconds, ascending) has one more than
 * `values`: where the last one ends. Zero lies at the bottom, `top` at the top.
 */
export function stepsOf(moments: readonly number[], values: readonly number[], { width, height, top }: Frame): string {
  const [begin = 0, end = begin] = [moments[0], moments.at(-1)]
  const x = (moment: number) => tenth(end === begin ? width : ((moment - begin) / (end - begin)) * width)
  const y = (value: number) => tenth(top === 0 ? height : height - (value / top) * height)
  const steps = values.map((value, place) => `V${y(value)}H${x(moments[place + 1] ?? end)}`)
  return `M0 ${y(values[0] ?? 0)}${steps.join('')}`
}

/** A tenth of a pixel is finer than any screen. */
function tenth(pixels: number): string {
  return String(Math.floor(pixels * 10 + 0.5) / 10)
}
