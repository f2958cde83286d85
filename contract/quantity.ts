/** How many digits a number has behind the point, as JSON writes it (exact for the 15 digits we allow). */
export function decimalPlaces(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).toLowerCase().split('e')
  const fraction = mantissa.split('.')[1]?.length ?? 0
  return Math.max(0, fraction - Number(exponent))
}

/** A quantity as people read it: grouped thousands, at most four decimals, no trailing zeros, a real minus sign. */
export function formatQuantity(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 }).format(value).replace('-', '−')
}

/** A signed change: `+5`, `−3`, `0`. */
export function formatChange(value: number): string {
  return value > 0 ? `+${formatQuantity(value)}` : formatQuantity(value)
}
