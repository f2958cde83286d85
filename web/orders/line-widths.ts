import type { CSSProperties } from 'react'
import { plainMoney } from '../../contract/money.ts'
import { currencySymbol, formatCost, formatMoney } from '../ui/money.ts'
import { amountOf, type LineFigures } from './order-line.ts'

/**
 * The longest figures of an order's lines, in characters: the columns are made wide enough for them, because a number
 * is never cut off.
 */
export function lineWidths(lines: readonly LineFigures[]): CSSProperties {
  const longest = (textOf: (line: LineFigures) => string) =>
    lines.reduce((most, line) => Math.max(most, textOf(line).length), 0)
  return {
    '--quantity-characters': longest(({ quantity }) => String(quantity)),
    // As it is typed: without the currency and the commas.
    '--price-characters': longest(({ unit_price }) => plainMoney(formatCost(Number(unit_price)))),
    '--currency-characters': currencySymbol().length,
    '--amount-characters': longest((line) => formatMoney(amountOf(line) ?? 0)),
  } as CSSProperties
}
