const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * Times and days around now, by the company's local clock: shops open at nine, whenever the sample company is created.
 */
export type Calendar = Readonly<{
  /** This many days ago at this hour (9.5 is half past nine). Yesterday or earlier. */
  at: (days_ago: number, hour: number) => Date
  hoursAgo: (hours: number) => Date
  /** The day this many days from now, `YYYY-MM-DD`. */
  day: (days_from_now: number) => string
}>

export function calendarOf(now: Date, time_zone: string): Calendar {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = (type: string) => Number(parts.formatToParts(now).find((one) => one.type === type)?.value)
  const midnight = now.getTime() - (part('hour') * 60 + part('minute')) * 60_000
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone })
  return {
    at: (days_ago, hour) => new Date(midnight - days_ago * dayMs + hour * hourMs),
    hoursAgo: (hours) => new Date(now.getTime() - hours * hourMs),
    day: (days_from_now) => days.format(new Date(now.getTime() + days_from_now * dayMs)),
  }
}
