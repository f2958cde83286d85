/** A decimal as the database writes it, without the zeros its scale adds: `12.5000` is `12.5`, `3.0000` is `3`. */
export function quantityText(decimal: string): string {
  return withoutZeros(decimal, 0)
}

/** An amount: all digits, at least two after the point. */
export function moneyText(decimal: string): string {
  return withoutZeros(decimal, 2)
}

function withoutZeros(decimal: string, kept: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const shown = fraction.replace(/0+$/, '').padEnd(kept, '0')
  return shown === '' ? whole : `${whole}.${shown}`
}
