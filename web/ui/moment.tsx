import { useSyncExternalStore } from 'react'
import { everyMinute } from './every-minute.ts'
import classes from './moment.module.css'
import { relativeTime } from './relative-time.ts'
import { absoluteTime, dateText, timeText } from './time-text.ts'

type MomentProps = Readonly<{
  /** ISO text with an offset. */
  at: string
  /**
   * `relative` reads "3 hours ago", `absolute` reads "20 Nov 2026, 14:05"; the other one is the tooltip. `dated` reads
   * "20 Nov 2026 · 3 hours ago", with the time of day in its tooltip: for documents, whose date people write down.
   */
  as?: 'relative' | 'absolute' | 'dated'
}>

/** A moment in the reader's own time zone. Its age updates with the clock. */
export function Moment({ at, as = 'relative' }: MomentProps) {
  const now = useSyncExternalStore(everyMinute, currentMinute)
  const relative = relativeTime(at, now)
  const absolute = absoluteTime(at)
  return (
    <time dateTime={at} title={as === 'absolute' ? relative : absolute}>
      {as === 'dated' ? (
        <>
          <span className={classes['whole']}>{dateText(at)}</span>
          <span className={classes['age']} data-age>
            <span data-separator> · </span>
            <span className={classes['whole']}>{relative}</span>
          </span>
        </>
      ) : as === 'relative' ? (
        relative
      ) : (
        <InTwoParts text={absolute} time={timeText(at)} />
      )}
    </time>
  )
}

/** The day and the time of day, which a table with rows of two lines shows below each other. */
function InTwoParts({ text, time }: { text: string; time: string }) {
  if (!text.endsWith(time)) return text
  const day = text.slice(0, -time.length)
  const words = day.replace(/[\s,]+$/, '')
  return (
    <>
      <span data-first-line>{words}</span>
      <span data-joint>{day.slice(words.length)}</span>
      <span data-second-line>{time}</span>
    </>
  )
}

/**
 * Whole minutes, so that a snapshot stays the same between two renders. A moment younger than that reads "just now".
 */
function currentMinute(): number {
  return Math.floor(Date.now() / 60_000) * 60_000
}
