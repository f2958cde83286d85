import { useSyncExternalStore } from 'react'
import { absoluteTime, relativeTime } from './time-text.ts'

type MomentProps = Readonly<{
  /** ISO text with an offset. */
  at: string
  /** `relative` reads "3 hours ago", `absolute` reads "20 Nov 2026, 14:05"; the other one is the tooltip. */
  as?: 'relative' | 'absolute'
}>

/** A moment in the reader's own time zone. Relative ones keep up with the clock. */
export function Moment({ at, as = 'relative' }: MomentProps) {
  const now = useSyncExternalStore(everyMinute, currentMinute)
  const relative = relativeTime(at, now)
  const absolute = absoluteTime(at)
  return (
    <time dateTime={at} title={as === 'relative' ? absolute : relative}>
      {as === 'relative' ? relative : absolute}
    </time>
  )
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000)
  return () => clearInterval(timer)
}

/** Whole minutes, so that a snapshot stays the same between two renders. A moment younger than that reads "just now". */
function currentMinute(): number {
  return Math.floor(Date.now() / 60_000) * 60_000
}
