import { limits } from '../../contract/limits.ts'
import { roundTo } from '../../contract/quantity.ts'
import { type Writing, plainNumber } from './plain-number.ts'

const charactersMax = 60

/**
 * Dollars and cents of a price as shops write it: `$1,299.00`, `1.299,00 €`, `1 299,00`, `1'299.00`, `19,99`. Null if
 * it isn't one: nothing, zero, less, a percentage, more than a price can be. Reads the first 60 characters only.
 */
export function priceOf(value: unknown, writing: Writing): number | null {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? numberIn(value, writing) : null
  if (number === null || !Number.isFinite(number)) return null
  const price = number > limits.moneyMax ? null : roundTo(number, 2)
  return price !== null && price > 0 ? price : null
}

function numberIn(text: string, writing: Writing): number | null {
  const line = text.slice(0, charactersMax).replaceAll(/[\s\u00A0\u202F'’]+(?=\d{3}(?:\D|$))/g, '')
  const found = /\d[\d.,]*/.exec(line)
  if (!found) return null
  const [before, after] = [line.slice(0, found.index).trimEnd(), line.slice(found.index + found[0].length).trimStart()]
  if (/[-−]$/.test(before) || /^(%|e\d)/i.test(after)) return null
  const digits = plainNumber(found[0].replace(/[.,]+$/, ''), writing)
  return digits === null ? null : Number(digits)
}

const symbols: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR' }

/** The currency that a page names, as three letters; a dollar sign alone may be any dollar and doesn't count. */
export function currencyOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.slice(0, charactersMax).trim()
  if (/^[A-Za-z]{3}$/.test(text)) return text.toUpperCase()
  const symbol = Object.keys(symbols).find((one) => text.includes(one))
  return symbol === undefined ? null : (symbols[symbol] ?? null)
}
