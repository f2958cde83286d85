import { dateFormat } from '../../contract/date-format.ts'
import type { TransactionsSummary } from '../../contract/transactions-report.ts'

const formats: Record<TransactionsSummary['step'], Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
}

/** A period by its first day (`2026-03-02`): `2 Mar 2026`, `Week of 2 Mar 2026`, `Mar 2026`, `2026`. */
export function stepText(step: TransactionsSummary['step'], begins: string): string {
  const text = dayFormat(formats[step])(new Date(`${begins}T00:00:00Z`))
  return step === 'week' ? `Week of ${text}` : text
}

/** The same for narrow space, under a chart: `2 Mar`, `Mar 26`, `2026`. */
export function shortStepText(step: TransactionsSummary['step'], begins: string): string {
  const day = new Date(`${begins}T00:00:00Z`)
  if (step === 'year') return dayFormat({ year: 'numeric' })(day)
  if (step === 'month') return dayFormat({ month: 'short', year: '2-digit' })(day)
  return dayFormat({ day: 'numeric', month: 'short' })(day)
}

/** A day is independent of time zones. */
function dayFormat(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  return dateFormat({ ...options, timeZone: 'UTC' })
}
