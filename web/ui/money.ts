import { type Currency, currencyDecimals, usualCurrency } from '../../contract/currencies.ts'
import * as money from '../../contract/money.ts'

/** The currency of the organization that this tab shows. */
let shown: Currency = usualCurrency

/** Sets the currency of every amount on screen, before the screens of an organization are rendered. */
export function showMoneyIn(currency: Currency): void {
  shown = currency
}

export function shownCurrency(): Currency {
  return shown
}

/** An amount in the organization's currency: `$1,234.50`. */
export function formatMoney(value: number): string {
  return money.formatMoney(value, shown)
}

/** A unit cost in the organization's currency, with up to four decimals. */
export function formatCost(value: number): string {
  return money.formatCost(value, shown)
}

/** What stands before a typed amount: `$`. */
export function currencySymbol(): string {
  return money.currencySymbol(shown)
}

/** The amount of a line: a stored one is rounded to decimals of its own, a new one to those of the currency. */
export function lineAmount(
  quantity: unknown,
  {
    unit_price,
    amount_decimals = currencyDecimals(shown),
  }: { unit_price: unknown; amount_decimals?: number | undefined },
): number | null {
  return money.lineAmount(quantity, unit_price, amount_decimals)
}
