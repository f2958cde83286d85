import type { ExplainedMovement } from '../../contract/explained-stock.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { authorName } from '../kit/person-name.ts'
import { RowActions } from '../kit/row-actions.tsx'
import { Link } from '../ui/link.tsx'
import { Change, Quantity } from '../ui/tabular.tsx'
import { documentLinkOf } from './documents.ts'
import classes from './movement-list.module.css'
import { movementText } from './movement-text.ts'
import { usePostingActions } from './posting-actions.ts'
import { whenText } from './when-text.ts'

type MovementProps = Readonly<{
  movement: ExplainedMovement
  now: number
  size: number
  position: number
  inThePast: boolean
  onLeave: () => void
}>

/** A movement: what happened, when, its change and the balance after it. */
export function Movement({ movement, now, size, position, inThePast, onLeave }: MovementProps) {
  const { what, detail } = movementText(movement)
  // No posting while looking at the past: an undo would happen now.
  const actionsOf = usePostingActions({ undo: !inThePast })
  const who = movement.is_own ? 'you' : authorName(movement.user_reference)
  const document = documentLinkOf(movement.document)
  return (
    <li
      className={classes['row']}
      aria-setsize={size}
      aria-posinset={position}
      data-undone={movement.reversed_by_posting_id !== null || undefined}
    >
      <div className={classes['text']}>
        <div className={classes['what']}>
          <Link
            to={recordAddress('posting', movement.posting_id)}
            className={classes['link']}
            data-row-link
            onClick={onLeave}
          >
            {what}
          </Link>{' '}
          {document && (
            <>
              <Link to={document.to} className={classes['document']} onClick={onLeave}>
                {document.text}
              </Link>{' '}
            </>
          )}
          {detail && (
            <span className={classes['detail']} title={detail}>
              {detail}
            </span>
          )}
        </div>
        <div className={classes['when']}>
          <time dateTime={movement.happened_at}>{whenText(movement.happened_at, now)}</time>
          {enteredLater(movement) && `, entered ${whenText(movement.recorded_at, now)}`} · {who}
          {movement.reversed_by_posting_id && ' · undone'}
        </div>
      </div>
      <span className={classes['change']}>
        <Change value={movement.change} />
      </span>
      <span className={classes['balance']} data-negative={movement.balance < 0 || undefined}>
        <span className={classes['hidden']}>then </span>
        <Quantity value={movement.balance} />
      </span>
      <RowActions of={what} actions={actionsOf(movement)} />
    </li>
  )
}

/** Recorded on another day than it happened. */
function enteredLater({ happened_at, recorded_at }: ExplainedMovement): boolean {
  return new Date(happened_at).toDateString() !== new Date(recorded_at).toDateString()
}
