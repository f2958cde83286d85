import { dayText } from '../ui/time-text.ts'
import classes from './list-toolbar.module.css'

type DateChipProps = Readonly<{
  label: string
  /** `2026-11-20`, or '' for any day. */
  value: string
  onChange: (value: string) => void
}>

/** A day that narrows a list, as a chip: written as everywhere else, and as a date field while one types in it. */
export function DateChip({ label, value, onChange }: DateChipProps) {
  return (
    <label className={classes['chip']} data-set={value !== '' || undefined}>
      {label}
      {value !== '' && (
        <span className={classes['day']} aria-hidden>
          {dayText(value)}
        </span>
      )}
      <input
        type="date"
        className={classes['date']}
        value={value}
        max="9999-12-31"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}

/**
 * The moment at which a day begins for the reader; with `days` 1, at which it has ended. Undefined for no day, one half
 * typed, or one beyond all calendars.
 */
export function dayStart(day: string, days = 0): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || year < 1900 || year > 9998) return undefined
  return new Date(year, month - 1, date + days).toISOString()
}
