import type { Currency } from '../../../contract/currencies.ts'
import { trimmed } from '../../../contract/trimmed.ts'

/** A text with two readings, with thousands and with decimals. */
export type Unclear = Readonly<{ either: readonly [large: number, small: number] }>

const plain = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/** Thousands separated by spaces, as in French, or by apostrophes, as in Swiss numbers. */
const spaced = /^\d{1,3}(?:[ \u00A0\u202F'’]\d{3})+(?:[.,]\d+)?$/
/** With both separators the last one is the decimal one; one that repeats separates thousands. */
const commaGroups = /^\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/
const pointGroups = /^\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/
const decimalComma = /^\d*,\d+$/
/** 1,234 can mean 1234 or 1.234; 0,234 has one meaning. */
const oneComma = /^[1-9]\d{0,2},\d{3}$/
const onePoint = /^[1-9]\d{0,2}\.\d{3}$/

export type DecimalSeparator = '.' | ','

/**
 * Whether 1.234 may mean 1234, which separator the other numbers show to be the decimal one, and the currency that
 * amounts may name.
 */
export type NumberReading = Readonly<{ pointMayGroup?: boolean; decimal?: DecimalSeparator; currency?: Currency }>

/**
 * The number that a text means: 1234.5, 1,234.50, 1.234,50, 1 234,50 or 1234,5; NaN for no number. A text with two
 * readings isn't guessed: 1,234, and 1.234 where points may separate thousands. It has one meaning if the decimal
 * separator is known.
 */
export function numberFromText(text: string, { pointMayGroup = false, decimal }: NumberReading = {}): number | Unclear {
  const { sign, digits } = partsOf(text)
  const signed = (value: string) => Number(`${sign}${value}`)
  if (oneComma.test(digits) || ((pointMayGroup || decimal === ',') && onePoint.test(digits))) {
    const [large, small] = [signed(digits.replace(/[.,]/, '')), signed(digits.replace(',', '.'))]
    if (decimal === undefined) return { either: [large, small] }
    return digits.includes(decimal) ? small : large
  }
  if (plain.test(digits)) return signed(digits)
  if (commaGroups.test(digits)) return signed(digits.replaceAll(',', ''))
  if (pointGroups.test(digits)) return signed(digits.replaceAll('.', '').replace(',', '.'))
  if (spaced.test(digits)) return signed(digits.replaceAll(/[^\d.,]/g, '').replace(',', '.'))
  if (decimalComma.test(digits)) return signed(digits.replace(',', '.'))
  return Number.NaN
}

/** The separator that a number shows to be the decimal one: a point in 19.9 or 1,234,567, a comma in 1.234,50. */
export function decimalSeparatorOf(text: string): DecimalSeparator | undefined {
  const { digits } = partsOf(text)
  if (oneComma.test(digits) || onePoint.test(digits)) return undefined
  if (commaGroups.test(digits)) return '.'
  if (pointGroups.test(digits)) return ','
  if (!plain.test(digits) && !spaced.test(digits) && !decimalComma.test(digits)) return undefined
  return digits.includes(',') ? ',' : digits.includes('.') ? '.' : undefined
}

/** Whether a point before three digits would separate thousands if other numbers have decimal commas: 1.234. */
export function hasOnePoint(text: string): boolean {
  return onePoint.test(partsOf(text).digits)
}

function partsOf(text: string): { sign: string; digits: string } {
  const [, sign = '', digits = ''] = /^([+-]?)\s*(.*)$/.exec(trimmed(text)) ?? []
  return { sign, digits }
}
