import { IconChevronRight } from '@tabler/icons-react'
import type { ImportRecord } from '../../contract/imports.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { importSummary } from './import-text.ts'
import classes from './imports.module.css'
import own from './import-history.module.css'

/** One import: its file, its counts, and whether it was undone. */
export function ImportHistoryRow({
  record: { id, status, file_name, counts, user_reference, created_at },
}: {
  record: ImportRecord
}) {
  return (
    <Link to={recordAddress('import', id)} className={own['past']}>
      <span className={own['historyText']}>
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
