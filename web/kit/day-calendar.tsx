import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { useEffect, useRef } from 'react'
import classes from './day-calendar.module.css'
import { DaysOf } from './days-of.tsx'
import { todayMark } from './today-mark.ts'
import { useToday } from './use-today.ts'

type DayCalendarProps = Readonly<{ value: string; onChange: (day: string) => void; max?: string }>

/**
 * A calendar for choosing one day, opened with the focus on the chosen one or today. Loaded when it is first opened.
 */
export function DayCalendar({ value, onChange, max }: DayCalendarProps) {
  const today = useToday()
  const shown = value === '' ? today : value
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Later than the popover's own effects, which note what had the focus before, for Escape to lead back to.
    const soon = setTimeout(() => root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus())
    return () => clearTimeout(soon)
  }, [])
  return (
    <div ref={root} className={classes['root']}>
      <DatePicker
        size="sm"
        value={value === '' ? null : value}
        defaultDate={shown}
        onChange={(day) => day && onChange(day)}
        minDate="1970-01-01"
        {...(max ? { maxDate: max } : {})}
        // Escape closes the calendar, not the dialog around it.
        __stopPropagation
        weekendDays={[]}
        hideOutsideDates
        getDayProps={(day) => ({ ...todayMark(day === today), 'data-autofocus': day === shown || undefined })}
        ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      />
      <DaysOf />
    </div>
  )
}
