import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { type ImportRecord, listImports, undoImport } from '../../contract/imports.ts'
import { useCommand, useInfiniteRead } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { importSummary, undoneText } from './import-text.ts'
import classes from './imports.module.css'
import { LeftoversDialog } from './leftovers-dialog.tsx'

/** Past imports, newest first, each of which can be taken back as a whole. Not shown before there is one. */
export function ImportHistory() {
  const { items, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteRead(listImports, {
    limit: 10,
  })
  const [explained, setExplained] = useState<ImportRecord | null>(null)
  const { undo, undoing } = useUndo(setExplained)
  if (items?.length === 0) return null
  return (
    <Card title="Past imports" flush>
      {error && !items ? (
        <ErrorState error={error} fallback="Failed to load imports" onRetry={() => void refetch()} compact />
      ) : items ? (
        <ul className={classes['history']}>
          {items.map((record) => (
            <HistoryRow
              key={record.id}
              record={record}
              undoing={undoing}
              onUndo={() => void undo(record)}
              onExplain={() => setExplained(record)}
            />
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
      <LeftoversDialog record={explained} onClose={() => setExplained(null)} />
    </Card>
  )
}

function useUndo(explain: (record: ImportRecord) => void) {
  const command = useCommand(undoImport)
  const [undoing, setUndoing] = useState<string | null>(null)
  const undo = async (record: ImportRecord) => {
    const sure = await confirm({
      title: 'Undo this import?',
      text: 'Its stock changes are reversed, changed fields are restored, and records it created are removed if nothing else uses them. Anything used or changed since then stays and is listed.',
      confirmLabel: 'Undo import',
      danger: true,
    })
    if (!sure) return
    setUndoing(record.id)
    try {
      const undone = await command.run({ id: record.id })
      if (undoneText(undone) === null) toastDone('Import undone')
      else explain(undone)
    } catch (error) {
      toastFailed(error, 'Failed to undo the import')
    } finally {
      setUndoing(null)
    }
  }
  return { undo, undoing }
}

type HistoryRowProps = { record: ImportRecord; undoing: string | null; onUndo: () => void; onExplain: () => void }

function HistoryRow({ record, undoing, onUndo, onExplain }: HistoryRowProps) {
  const { status, file_name, counts, user_reference, created_at, leftovers } = record
  return (
    <li>
      <div className={classes['historyText']}>
        <p className={classes['fileName']}>
          {file_name ?? 'Rows sent as JSON'}{' '}
          {status === 'completed' ? null : (
            <StatusBadge tone={status === 'undone' ? 'grey' : 'amber'}>
              {status === 'undone' ? 'Undone' : 'Partly undone'}
            </StatusBadge>
          )}
        </p>
        <p className={classes['quiet']}>
          {importSummary(counts)} · <Moment at={created_at} /> by {user_reference}
        </p>
      </div>
      <div className={classes['actions']}>
        {leftovers.length > 0 && status !== 'undone' && (
          <Button size="compact-sm" variant="subtle" onClick={onExplain}>
            What stayed
          </Button>
        )}
        {status !== 'undone' && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowBackUp size={15} stroke={1.7} />}
            loading={undoing === record.id}
            disabled={undoing !== null && undoing !== record.id}
            onClick={onUndo}
            aria-label={`Undo import of ${file_name ?? 'rows'}`}
          >
            {status === 'completed' ? 'Undo' : 'Undo the rest'}
          </Button>
        )}
      </div>
    </li>
  )
}
