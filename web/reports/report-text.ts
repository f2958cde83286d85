import type { TransactionsSummary } from '../../contract/transactions-report.ts'

/** The size of a file so far: `640 kB`, `12.4 MB`. */
export function bytesText(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: unit === 'MB' ? 1 : 0 }).format(value)} ${unit}`
}

const formats: Record<TransactionsSummary['step'], Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
}

/** A period by its first day (`2026-03-02`): `2 Mar 2026`, `Week of 2 Mar 2026`, `March 2026`, `2026`. */
export function stepText(step: TransactionsSummary['step'], begins: string): string {
  const text = dayFormat(formats[step]).format(new Date(`${begins}T00:00:00Z`))
  return step === 'week' ? `Week of ${text}` : text
}

/** The same for narrow space, under a chart: `2 Mar`, `Mar 26`, `2026`. */
export function shortStepText(step: TransactionsSummary['step'], begins: string): string {
  const day = new Date(`${begins}T00:00:00Z`)
  if (step === 'year') return dayFormat({ year: 'numeric' }).format(day)
  if (step === 'month') return dayFormat({ month: 'short', year: '2-digit' }).format(day)
  return dayFormat({ day: 'numeric', month: 'short' }).format(day)
}

/** A day is independent of time zones. */
function dayFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
}
