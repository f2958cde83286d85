/**
 * Writes moments in the reader's time zone. What writes them is made once, as making it takes as long as a hundred uses
 * of it, and again when the reader has traveled to another time zone.
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

/** What writes moments in a time zone by its name; made once for all that ask for the same. */
export function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const made = madeFor.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  madeFor.set(key, made)
  return made
}
