/** Whether a text is a calendar day: `2026-11-20`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
}

/** Beside a day or moment that must have happened. */
export const dateInFuture = 'Date can’t be in the future'

/** Beside a day or moment of a year that no one means: a year being typed is a date too (0002, 0020, 0202). */
export const dateBefore1970 = 'Date can’t be before 1970'
