import { useSyncExternalStore } from 'react'
import { readMe } from '../../contract/me.ts'
import { dayIn } from '../ui/day-text.ts'
import { everyMinute } from '../ui/every-minute.ts'
import { useRead } from './api.ts'

/** The organization's time zone, which defines its days; UTC until it is known. */
export function useTimeZone(): string {
  return useRead(readMe, {}).data?.time_zone ?? 'UTC'
}

/** The organization's current day, `2026-11-20`. It changes at midnight there, wherever the reader is. */
export function useToday(): string {
  const time_zone = useTimeZone()
  return useSyncExternalStore(everyMinute, () => dayIn(time_zone, new Date()))
}
