import pg from 'pg'
import { refuse } from './refusal.ts'

/**
 * How values leave the database, in one file: numeric and int8 become numbers and are refused if a double can't
 * represent them exactly; timestamps stay text with their microseconds (RFC 3339, UTC); dates stay `YYYY-MM-DD`.
 */
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.NUMERIC]: exactNumber,
  [pg.types.builtins.INT8]: exactNumber,
  [pg.types.builtins.TIMESTAMPTZ]: isoMoment,
  [pg.types.builtins.DATE]: (text) => text,
}

export const sqlTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : parsers[oid]
    return (own ?? pg.types.getTypeParser(oid, format as 'text')) as never
  },
}

/** With sign and point or without, so short a text has at most 15 digits. */
const shortDigits = 15

/** A decimal text as a number; at most 15 significant digits, so that a double represents every digit. */
export function exactNumber(text: string): number {
  return (
    exactNumberOrNull(text) ??
    refuse(
      'number_too_large',
      { number: text },
      'A figure is too large to show exactly (more than 15 digits). Check your prices and quantities.',
    )
  )
}

/** The same, or null if the number has more digits: for a figure among others that are still useful. */
export function exactNumberOrNull(text: string): number | null {
  // Nearly all are this short, and a page of a list has hundreds: they need no patterns (0.1 µs instead of 0.6).
  if (text.length <= shortDigits) {
    const number = Number(text)
    if (Number.isFinite(number)) return number
  }
  const digits = text.replace(/^-/, '').replace('.', '').replace(/^0+/, '')
  const significant = text.includes('.') ? digits.replace(/0+$/, '') : digits
  return !/^\d*$/.test(digits) || significant.length > 15 ? null : Number(text)
}

/** `2026-11-20 10:00:00.123456+00` as `2026-11-20T10:00:00.123456Z`. Connections work in UTC. */
export function isoMoment(text: string): string {
  if (!text.endsWith('+00')) throw new Error(`the time ${text} is not in UTC`)
  return `${text.slice(0, -3).replace(' ', 'T')}Z`
}
