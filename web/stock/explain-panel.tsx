import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { formatQuantity } from '../../contract/quantity.ts'
import { type ExplainedMovement, type ExplainedNumber, explainStock } from '../../contract/stock.ts'
import { useInfiniteRead } from '../kit/api.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { Panel } from '../kit/panel.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Link } from '../ui/link.tsx'
import { Change, Quantity } from '../ui/tabular.tsx'
import classes from './explain-panel.module.css'
import { numberLabels } from './labels.ts'
import { movementText } from './movement-text.ts'
import { whenText } from './when-text.ts'

export type Explained = Readonly<{
  product_id: string
  /** Which number; what is on hand when not said. */
  account?: ExplainedNumber | undefined
  /** At one location only, and there of one lot only. */
  location_id?: string | undefined
  lot_id?: string | undefined
  /** The name of that place, for the heading. */
  place?: string | undefined
}>

type ExplainPanelProps = Explained & Readonly<{ opened: boolean; onClose: () => void }>

const pageSize = 30

/** Every movement that makes one stock number, newest first, with a running balance; and whether they add up to it. */
export function ExplainPanel({ opened, onClose, ...explained }: ExplainPanelProps) {
  const { product_id, account = 'on_hand', location_id, lot_id, place } = explained
  const query = useInfiniteRead(
    explainStock,
    { product_id, account, location_id, lot_id, limit: pageSize },
    { enabled: opened },
  )
  const newest = query.data?.pages[0]
  const value = newest?.value ?? null
  const check = newest?.check ?? null
  return (
    <Panel
      opened={opened}
      onClose={onClose}
      title={
        <span className={classes['title']}>
          <IconHelpCircle size={18} stroke={1.7} aria-hidden />
          {value !== null ? `Why is it ${formatQuantity(value)}?` : 'Why is it so?'}
        </span>
      }
    >
      <p className={classes['intro']}>
        Every movement that makes the number {numberLabels[account]}
        {place ? ` at ${place}` : ''}, newest first.
      </p>
      {query.isError && !newest && <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <RowSkeletons rows={6} />}
      {check && <Movements movements={query.items ?? []} now={Date.parse(check.checked_at)} />}
      {query.hasNextPage && (
        <div className={classes['more']}>
          <Button variant="default" onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
            Show older movements
          </Button>
        </div>
      )}
      {check && <Check {...check} />}
    </Panel>
  )
}

function Movements({ movements, now }: { movements: readonly ExplainedMovement[]; now: number }) {
  if (movements.length === 0)
    return (
      <EmptyState compact title="Nothing has moved yet" text="The number is 0 because no stock was ever booked here." />
    )
  return (
    <ol className={classes['list']}>
      {movements.map((movement) => (
        <Movement key={`${movement.posting_id}:${movement.line_no}`} movement={movement} now={now} />
      ))}
    </ol>
  )
}

function Movement({ movement, now }: { movement: ExplainedMovement; now: number }) {
  const { what, detail } = movementText(movement)
  const who = movement.is_own ? 'you' : movement.user_reference
  return (
    <li className={classes['row']}>
      <div className={classes['text']}>
        <div className={classes['what']}>
          <strong>{what}</strong>
          {detail && (
            <span className={classes['detail']} title={detail}>
              {movement.document?.kind === 'transfer' ? <Link to="/location-transfers">{detail}</Link> : detail}
            </span>
          )}
        </div>
        <div className={classes['when']}>
          <time dateTime={movement.happened_at}>{whenText(movement.happened_at, now)}</time>
          {enteredLater(movement) && `, entered ${whenText(movement.recorded_at, now)}`} · {who}
        </div>
      </div>
      <span className={classes['change']}>
        <Change value={movement.change} />
      </span>
      <span className={classes['balance']}>
        <span className={classes['hidden']}>then </span>
        <Quantity value={movement.balance} />
      </span>
    </li>
  )
}

/** Written down on another day than it happened: the list is in the order of writing, so the date would puzzle. */
function enteredLater({ happened_at, recorded_at }: ExplainedMovement): boolean {
  return new Date(happened_at).toDateString() !== new Date(recorded_at).toDateString()
}

type CheckProps = Readonly<{ adds_up: boolean; level: number; movements: number; checked_at: string }>

function Check({ adds_up, level, movements, checked_at }: CheckProps) {
  return (
    <p className={classes['check']} data-wrong={!adds_up || undefined} role={adds_up ? undefined : 'alert'}>
      {adds_up ? (
        <IconCircleCheck size={18} stroke={1.7} aria-hidden />
      ) : (
        <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
      )}
      <span title={checked_at}>
        {adds_up
          ? 'Adds up. Checked against the ledger just now.'
          : `Does not add up: the movements make ${formatQuantity(movements)}, the stock says ${formatQuantity(level)}. Please tell your administrator.`}
      </span>
    </p>
  )
}
