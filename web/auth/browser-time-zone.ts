/** The time zone of this browser, in which a new person's company starts. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
