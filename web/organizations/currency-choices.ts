import { currencies, type Currency } from '../../contract/currencies.ts'

const names = new Intl.DisplayNames('en', { type: 'currency' })

/** `Euro (EUR)`: a search finds either. */
export function currencyName(currency: Currency): string {
  return `${names.of(currency)} (${currency})`
}

export const currencyChoices = currencies
  .map((value) => ({ value, label: currencyName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
