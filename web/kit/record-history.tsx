import { Button } from '@mantine/core'
import { readRecordHistory } from '../../contract/audit-trail.ts'
import { Card } from '../ui/card.tsx'
import { useInfiniteRead } from './api.ts'
import { AuditLines } from './audit-lines.tsx'
import classes from './audit-lines.module.css'
import { ErrorState } from './error-state.tsx'
import { RowSkeletons } from './skeletons.tsx'
import { useMay } from './use-may.ts'

type RecordHistoryProps = Readonly<{
  record_id: string
  /** Without a card around it, in panels. */
  plain?: boolean
}>

/**
 * Everything that was done to one record, its stock changes included, newest first; more on request. Stays current by
 * itself.
 */
export function RecordHistory({ record_id, plain = false }: RecordHistoryProps) {
  const mayRead = useMay('audit.read')
  const history = useInfiniteRead(readRecordHistory, { record_id, limit: 10 }, { enabled: mayRead === true })
  if (mayRead === false) return null
  const { items, error, hasNextPage, isFetchingNextPage } = history
  const content = (
    <>
      {items === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void history.refetch()} fallback="Failed to load the history" />
        ) : (
          <RowSkeletons rows={3} dense />
        )
      ) : items.length === 0 ? (
        <p className={classes['none']}>No changes yet</p>
      ) : (
        <AuditLines label="History" entries={items} />
      )}
      {hasNextPage && (
        <div className={classes['more']}>
          <Button
            variant="default"
            size="compact-sm"
            loading={isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  )
  if (!plain)
    return (
      <Card title="History" flush>
        {content}
      </Card>
    )
  return (
    <section className={classes['plain']}>
      <h3>History</h3>
      {content}
    </section>
  )
}
