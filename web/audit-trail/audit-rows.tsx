import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { AuditEntry } from '../../contract/audit-trail.ts'
import { DataTable } from '../kit/data-table.tsx'
import { Card } from '../ui/card.tsx'
import { columnsOf } from './audit-columns.tsx'
import { AuditLines } from './audit-lines.tsx'
import classes from './audit-trail.module.css'
import { type AuditCount, countText, pagesText } from './audit-words.ts'

type AuditRowsProps = Readonly<{
  rows: readonly AuditEntry[]
  page: number
  count: AuditCount | undefined
  onOpen: (entry: AuditEntry) => void
  /** Null on the first page. */
  onPrevious: (() => void) | null
  /** Null on the last page. */
  onNext: (() => void) | null
}>

/** One page of the trail: a table, or lines on a phone, with paging. */
export function AuditRows({ rows, page, count, onOpen, onPrevious, onNext }: AuditRowsProps) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  return (
    <Card flush>
      {phone ? (
        <AuditLines entries={rows} onOpen={onOpen} />
      ) : (
        <DataTable
          label="Audit Trail"
          columns={columnsOf(onOpen)}
          rows={rows}
          rowKey={(row) => row.id}
          onRowClick={onOpen}
          twoLines
        />
      )}
      <nav className={classes['pages']} aria-label="Pages">
        <span className={classes['count']} role="status">
          {count && countText(page, rows.length, count)}
        </span>
        <PageButton onClick={onPrevious}>Previous</PageButton>
        <span className={classes['page']}>{count && pagesText(page, count)}</span>
        <PageButton onClick={onNext}>Next</PageButton>
      </nav>
    </Card>
  )
}

/** Keeps the focus on the first and last page, where it has nothing to do: a disabled button would lose it. */
function PageButton({ onClick, children }: Readonly<{ onClick: (() => void) | null; children: string }>) {
  const isOff = onClick === null
  return (
    <Button
      variant="default"
      size="compact-md"
      aria-disabled={isOff}
      data-disabled={isOff || undefined}
      onClick={() => onClick?.()}
    >
      {children}
    </Button>
  )
}
