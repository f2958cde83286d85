import { roundTo } from '../../contract/quantity.ts'
import { localFormat } from '../ui/local-format.ts'

const timeText = localFormat({ hour: '2-digit', minute: '2-digit' })
const dayText = localFormat({ day: 'numeric', month: 'short' })

/** The time of a movement in a list: `today 09:14`, `yesterday 16:02`, `18 Nov 11:30`, `18 Nov 2025`. */
export function whenText(at: string, nowMs: number): string {
  const then = new Date(at)
  const now = new Date(nowMs)
  const time = timeText(then)
  const days = roundTo((startOfDay(now) - startOfDay(then)) / 86_400_000, 0)
  if (days === 0) return `today ${time}`
  if (days === 1) return `yesterday ${time}`
  const day = dayText(then)
  return then.getFullYear() === now.getFullYear() ? `${day} ${time}` : `${day} ${then.getFullYear()}`
}

function startOfDay(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
}
