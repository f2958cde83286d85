/** Dollars as the spec shows them: `$`, grouped thousands, two decimals. */
export function formatMoney(value: number): string {
  const text = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    Math.abs(value),
  )
  return value < 0 ? `−$${text}` : `$${text}`
}

/** A unit cost: `$`, two decimals, and up to four where it has them. */
export function formatCost(value: number): string {
  return `$${new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(value)}`
}
