import { Loader } from '@mantine/core'
import { type ComponentProps, lazy } from 'react'
import { loadCode } from './load-code.ts'
import { OnDemand } from './on-demand.tsx'

const DayCalendar = lazy(() =>
  loadCode(() => import('./day-calendar.tsx')).then((module) => ({ default: module.DayCalendar })),
)

/** The calendar of a field for a day, loaded when it is first opened. */
export function Calendar(props: ComponentProps<typeof DayCalendar>) {
  return (
    <OnDemand
      waiting={<Loader size="sm" role="status" aria-label="Loading" />}
      gone="A new version was installed. Type the date, or reload the page."
    >
      <DayCalendar {...props} />
    </OnDemand>
  )
}
