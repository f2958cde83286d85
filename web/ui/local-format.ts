/**
 * Formats moments in the reader's time zone. Each formatter is created once, because creating one takes as long as
 * using it a hundred times, and again when the reader has moved to another time zone.
 */
export function localFormat(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let made: { offset: number; format: Intl.DateTimeFormat } | undefined
  return (at) => {
    const offset = new Date().getTimezoneOffset()
    if (made?.offset !== offset) made = { offset, format: new Intl.DateTimeFormat('en-GB', options) }
    return made.format.format(at)
  }
}

const madeFor = new Map<string, Intl.DateTimeFormat>()

/** The formatter of a time zone by name, created once and shared. */
export function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const made = madeFor.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  madeFor.set(key, made)
  return made
}
