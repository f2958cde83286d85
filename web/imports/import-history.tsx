import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ImportRecord, listImports } from '../../contract/imports.ts'
import { useInfiniteRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { importSummary } from './import-text.ts'
import classes from './imports.module.css'

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
        <ul className={classes['history']}>
          {items.map((record) => (
            <li key={record.id}>
              <HistoryRow record={record} />
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

function HistoryRow({
  record: { id, status, file_name, counts, user_reference, created_at },
}: {
  record: ImportRecord
}) {
  return (
    <Link to={`/import/${id}`} className={classes['past']}>
      <span className={classes['historyText']}>
        <span className={classes['fileName']}>{file_name ?? 'Rows sent as JSON'}</span>
        <span className={classes['quiet']}>
          {importSummary(counts)} · <Moment at={created_at} /> by {user_reference}
        </span>
      </span>
      {status !== 'completed' && (
        <StatusBadge tone={status === 'undone' ? 'gray' : 'amber'}>
          {status === 'undone' ? 'Undone' : 'Partly undone'}
        </StatusBadge>
      )}
      <IconChevronRight size={16} stroke={1.7} aria-hidden />
    </Link>
  )
}
