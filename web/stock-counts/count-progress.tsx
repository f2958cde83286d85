import { counted } from '../../contract/counted-nouns.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { readCountProgress } from '../../contract/stock-counts.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import classes from './stock-counts.module.css'

export type Progress = OutputOf<typeof readCountProgress>

/** How much of a location is counted. It has its place before it is known, so that nothing shifts. */
export function CountProgress({ progress }: { progress: Progress | undefined }) {
  const total = progress ? progress.counted + progress.left : 0
  const share = progress && total > 0 ? (100 * progress.counted) / total : 0
  return (
    <div className={classes['progress']}>
      <div className={classes['bar']} aria-hidden>
        <span style={{ width: `${share}%` }} />
      </div>
      <span role="status">{progress ? progressText(progress, total) : '\u00A0'}</span>
    </div>
  )
}

function progressText({ counted: done, with_difference }: Progress, total: number): string {
  if (total === 0) return 'No products on hand'
  const difference = with_difference > 0 ? ` · ${formatQuantity(with_difference)} with a difference` : ''
  return `${formatQuantity(done)} of ${counted(total, 'product')} counted${difference}`
}
