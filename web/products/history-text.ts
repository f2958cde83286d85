import { counted } from '../../contract/counted-nouns.ts'
import { formatChange, formatQuantity } from '../../contract/quantity.ts'
import type { HistoryPoint, StockHistory } from '../../contract/stock-history.ts'
import { documentLinkOf } from '../stock/documents.ts'
import { movementVerb } from '../stock/movement-text.ts'
import { dayIn } from '../ui/day-text.ts'
import { formatIn } from '../ui/local-format.ts'

/** How a change is marked: goods in, goods out, or a correction. */
export type Mark = 'in' | 'out' | 'counted'

export const markLabels: Readonly<Record<Mark, string>> = { in: 'Added', out: 'Removed', counted: 'Counted' }

export function markOf({ change, step }: HistoryPoint): Mark {
  if (step?.kind === 'count' || step?.type === 'adjustment') return 'counted'
  return change > 0 ? 'in' : 'out'
}

/** A point's text: `Received`, or `3 Nov 2026` and `1 Sep 2026 to 30 Sep 2026` for the sum of a period. */
export function eventText(point: HistoryPoint, time_zone: string): string {
  const { step, change, since } = point
  if (step) return movementVerb({ ...step, change })
  const [first, last] = [dayAfter(since ?? point.at, time_zone), day(point.at, time_zone)]
  return first === last ? last : `${first} to ${last}`
}

/** When a step happened, `24 Oct 2026, 11:20`; nothing for a period, which is named by its days. */
export function timeText({ at, step }: HistoryPoint, time_zone: string): string {
  return step ? formatIn(time_zone, { dateStyle: 'medium', timeStyle: 'short' })(new Date(at)) : ''
}

/** The document behind a step, with its name and address. */
export function documentOf({ step }: HistoryPoint): ReturnType<typeof documentLinkOf> {
  return step && documentLinkOf(step.document)
}

/** A point in one sentence, for those who don't see the line. */
export function pointLabel(point: HistoryPoint, time_zone: string): string {
  const { change, balance } = point
  const parts = [timeText(point, time_zone), documentOf(point)?.text].filter(Boolean)
  const step = `${eventText(point, time_zone)}: ${formatChange(change)}, then ${counted(balance, 'unit')} on hand`
  return [step, ...parts].join(', ')
}

/** The entire line in one sentence. */
export function historyLabel({ start, end, points, since, time_zone }: StockHistory): string {
  const changes = counted(points.length, 'change')
  return `On hand from ${formatQuantity(start)} on ${day(since, time_zone)} to ${formatQuantity(end)} now, ${changes}`
}

/** A day on the axis, `24 Oct`. */
export function axisDay(at: number, time_zone: string): string {
  return formatIn(time_zone, { day: 'numeric', month: 'short' })(new Date(at))
}

/** The day whose end the sum of a period opens. */
export function dayOf(at: string, time_zone: string): string {
  return dayIn(time_zone, new Date(at))
}

function day(at: string, time_zone: string): string {
  return formatIn(time_zone, { dateStyle: 'medium' })(new Date(at))
}

/** A period begins a moment after the last one has ended. */
function dayAfter(since: string, time_zone: string): string {
  return day(new Date(Date.parse(since) + 1).toISOString(), time_zone)
}
