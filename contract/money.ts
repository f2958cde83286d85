/** Dollars as the spec shows them: `$`, grouped thousands, two decimals. */
export function formatMoney(value: number): string {
  const text = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    Math.abs(value),
  )
  return value < 0 ? `−$${text}` : `$${text}`
}
