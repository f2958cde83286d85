import { Button } from '@mantine/core'
import { listImports } from '../../contract/imports.ts'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Card } from '../ui/card.tsx'
import { ImportHistoryRow } from './import-history-row.tsx'
import classes from './imports.module.css'
import own from './import-history.module.css'

/** Past imports, newest first, each leading to its page. Hidden until there is one. */
export function ImportHistory() {
  const { items, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteRead(listImports, {
    limit: 10,
  })
  if (items?.length === 0) return null
  return (
    <Card title="Past imports" flush>
      {error && !items ? (
        <ErrorState error={error} fallback="Failed to load imports" onRetry={() => void refetch()} compact />
      ) : items ? (
        <ul className={own['history']}>
          {items.map((record) => (
            <li key={record.id}>
              <ImportHistoryRow record={record} />
            </li>
          ))}
        </ul>
      ) : (
        <RowSkeletons rows={2} />
      )}
      {hasNextPage && (
        <Button
          variant="subtle"
          className={classes['more'] ?? ''}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Card>
  )
}
