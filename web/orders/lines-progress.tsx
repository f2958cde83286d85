import { formatQuantity } from '../../contract/quantity.ts'
import type { BarPart } from './document-lines.ts'
import classes from './lines-card.module.css'

/** The progress of the entire order. The words below the bar are complete; colors only repeat them. */
export function LinesProgress({ parts, rest }: { parts: readonly BarPart[]; rest: number }) {
  const shown = parts.filter(({ share }) => share > 0)
  if (shown.length === 0) return null
  return (
    <div className={classes['progress']}>
      <div className={classes['bar']} aria-hidden>
        {shown.map(({ stage, share }) => (
          <span key={stage.id} data-tone={stage.tone} style={{ flexGrow: share }} />
        ))}
        {rest > 0 && <span data-tone="gray" style={{ flexGrow: rest }} />}
      </div>
      <ul className={classes['legend']}>
        {shown.map(({ stage, quantity }) => (
          <li key={stage.id} data-tone={stage.tone}>
            {quantity === null ? (
              stage.heading
            ) : (
              <>
                <strong>{formatQuantity(quantity)}</strong> {stage.words}
              </>
            )}
            {stage.note && <span className={classes['legendNote']}>, {stage.note}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
