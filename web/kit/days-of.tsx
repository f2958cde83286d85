import { presentName } from '../../contract/time-zones.ts'
import classes from './days-of.module.css'
import { useTimeZone } from './use-today.ts'

/** Beside days that are chosen: whose they are, if the reader's clock shows another time zone. */
export function DaysOf() {
  const time_zone = useTimeZone()
  if (time_zone === presentName(Intl.DateTimeFormat().resolvedOptions().timeZone)) return null
  return <span className={classes['root']}>Days of {time_zone}</span>
}
