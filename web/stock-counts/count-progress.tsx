import { counted } from '../../contract/counted-nouns.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { readCountProgress } from '../../contract/stock-counts.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import classes from './stock-counts.module.css'

export type Progress = OutputOf<typeof readCountProgress>

/** How much of a location is counted. */
export function CountProgress({ progress }: { progress: Progress }) {
  const { left, with_difference } = progress
  const total = progress.counted + left
  const share = total === 0 ? 0 : (100 * progress.counted) / total
  return (
    <div className={classes['progress']}>
      <div className={classes['bar']} aria-hidden>
        <span style={{ width: `${share}%` }} />
      </div>
      <span role="status">
        {formatQuantity(progress.counted)} of {counted(total, 'product')} counted
        {with_difference > 0 && ` · ${formatQuantity(with_difference)} with a difference`}
      </span>
    </div>
  )
}
