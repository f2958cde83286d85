import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { today } from '../ui/day-text.ts'

type DayCalendarProps = Readonly<{ value: string; onChange: (day: string) => void; max?: string }>

/** A calendar for choosing one day, opened at the chosen one or today. Loaded when it is first opened. */
export function DayCalendar({ value, onChange, max }: DayCalendarProps) {
  const shown = value === '' ? today() : value
  return (
    <DatePicker
      size="sm"
      value={value === '' ? null : value}
      defaultDate={shown}
      onChange={(day) => day && onChange(day)}
      minDate="1970-01-01"
      {...(max ? { maxDate: max } : {})}
      weekendDays={[]}
      hideOutsideDates
      highlightToday
      getDayProps={(day) => ({ autoFocus: day === shown })}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
    />
  )
}
