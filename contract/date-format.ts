/** Formats moments as Onhand writes them everywhere: `20 Sep 2026, 14:05` (decision 0017). */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', options)
  // British English has one abbreviation of four letters.
  return (at) => format.format(at).replace(/\bSept\b/, 'Sep')
}
