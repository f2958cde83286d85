import { Button } from '@mantine/core'
import { readRecordHistory } from '../../contract/audit-trail.ts'
import type { StatusChange } from '../../contract/documents.ts'
import { Card } from '../ui/card.tsx'
import { Timeline } from '../ui/timeline.tsx'
import { useInfiniteRead } from './use-infinite-read.ts'
import { ErrorState } from './error-state.tsx'
import classes from './record-history.module.css'
import { SaveLine } from './save-line.tsx'
import { noteOf, savesOf, withoutNewComments } from './saves.ts'
import { RowSkeletons } from './skeletons.tsx'
import { useMay } from './use-may.ts'

type RecordHistoryProps = Readonly<{
  record_id: string
  /** Without a card around it, in panels. */
  plain?: boolean
  /** The record's former statuses, for the notes entered with them. */
  statusChanges?: readonly StatusChange[]
  /** The values of each save shown initially. */
  valuesShown?: number
}>

/** Rows of one save are shown together: loads as many rows as most saves have. */
const rowsRead = 60

/**
 * The history of one record, including its stock changes: save by save, newest first, with old and new values side by
 * side; more on request. Updates itself.
 */
export function RecordHistory({ record_id, plain = false, statusChanges = [], valuesShown = 6 }: RecordHistoryProps) {
  const mayRead = useMay('audit.read')
  const history = useInfiniteRead(readRecordHistory, { record_id, limit: rowsRead }, { enabled: mayRead === true })
  if (mayRead === false) return null
  const { items, error, hasNextPage, isFetchingNextPage } = history
  const all = items && savesOf(withoutNewComments(items), record_id)
  // The oldest one may continue on the next page.
  const saves = all && hasNextPage && all.length > 1 ? all.slice(0, -1) : all
  const content = (
    <>
      {saves === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void history.refetch()} fallback="Failed to load the history" />
        ) : (
          <RowSkeletons rows={3} dense />
        )
      ) : saves.length === 0 ? (
        <p className={classes['none']}>No changes yet</p>
      ) : (
        <Timeline label="History">
          {saves.map((save) => (
            <li key={save.id}>
              <SaveLine save={save} note={noteOf(save, statusChanges)} valuesShown={valuesShown} />
            </li>
          ))}
        </Timeline>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          size="compact-sm"
          mt={12}
          loading={isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
  if (!plain) return <Card title="History">{content}</Card>
  return (
    <section>
      <h3 className={classes['heading']}>History</h3>
      {content}
    </section>
  )
}
