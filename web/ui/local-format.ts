import { dateFormat } from '../../contract/date-format.ts'

/**
 * Formats moments in the reader's time zone. Each formatter is created once, because creating one takes as long as
 * using it a hundred times, and again when the reader has moved to another time zone.
 */
export function localFormat(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let made: { offset: number; format: (at: Date) => string } | undefined
  return (at) => {
    const offset = new Date().getTimezoneOffset()
    if (made?.offset !== offset) made = { offset, format: dateFormat(options) }
    return made.format(at)
  }
}

const madeFor = new Map<string, (at: Date) => string>()

/** The formatter of a time zone by name, created once and shared. */
export function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): (at: Date) => string {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const made = madeFor.get(key) ?? dateFormat({ ...options, timeZone })
  madeFor.set(key, made)
  return made
}
