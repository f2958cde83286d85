import type { CSSProperties } from 'react'
import { plainMoney } from '../../contract/money.ts'
import { currencySymbol, formatCost, formatMoney, lineAmount } from '../ui/money.ts'
import type { OrderLineValues } from './order-line.ts'

type Figures = Pick<OrderLineValues, 'quantity' | 'unit_price'>

/**
 * The longest figures of an order's lines, in characters: the columns are made wide enough for them, because a number
 * is never cut off.
 */
export function lineWidths(lines: readonly Figures[]): CSSProperties {
  const longest = (textOf: (line: Figures) => string) =>
    lines.reduce((most, line) => Math.max(most, textOf(line).length), 0)
  return {
    '--quantity-characters': longest(({ quantity }) => String(quantity)),
    // As it is typed: without the currency and the commas.
    '--price-characters': longest(({ unit_price }) => plainMoney(formatCost(Number(unit_price)))),
    '--currency-characters': currencySymbol().length,
    '--amount-characters': longest(({ quantity, unit_price }) => formatMoney(lineAmount(quantity, unit_price) ?? 0)),
  } as CSSProperties
}
