import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconFileSpreadsheet, IconFilter, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import {
  auditActions,
  auditTypes,
  countAuditTrail,
  downloadAuditTrail,
  listAuditTrail,
  listAuditUsers,
  type AuditAction,
  type AuditEntry,
  type AuditType,
} from '../../contract/audit-trail.ts'
import { kindText } from '../../contract/audit-kinds.ts'
import { useRead } from '../kit/api.ts'
import { AuditChanges } from '../kit/audit-changes.tsx'
import { AuditLines } from '../kit/audit-lines.tsx'
import { authorText, pageOf } from '../kit/audit-text.ts'
import type { Column } from '../kit/columns.ts'
import { DataTable } from '../kit/data-table.tsx'
import { DateChip } from '../kit/date-chip.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { FilterChip } from '../kit/filter-chip.tsx'
import { isDay, isId } from '../kit/list-address.ts'
import toolbar from '../kit/list-toolbar.module.css'
import { PageHeader } from '../kit/page-header.tsx'
import { Panel } from '../kit/panel.tsx'
import { SearchBox } from '../kit/search-box.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { DownloadStatus } from '../reports/download-state.tsx'
import { useDownload } from '../reports/use-download.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { actionLabels, countText, pagesText, typeLabels } from './audit-words.ts'
import classes from './audit-trail.module.css'

const actionFilter = {
  key: 'action',
  label: 'Action',
  all: 'All Actions',
  options: auditActions.map((value) => ({ value, label: actionLabels[value] })),
}
const typeFilter = {
  key: 'type',
  label: 'Type',
  all: 'All Types',
  options: auditTypes.map((value) => ({ value, label: typeLabels[value] })),
}

const nothing = { from: '', to: '', action: '', type: '', user: '', q: '' }
const firstPage = { page: '', cursor: '' }

/** What the address asks for; values that no filter can have count as not set. */
function filtersOf(url: Readonly<Record<keyof typeof nothing, string>>) {
  return {
    from: isDay(url.from) ? url.from : undefined,
    to: isDay(url.to) ? url.to : undefined,
    action: auditActions.find((one) => one === url.action) satisfies AuditAction | undefined,
    type: auditTypes.find((one) => one === url.type) satisfies AuditType | undefined,
    user_id: isId(url.user) ? url.user : undefined,
    search: url.q || undefined,
  }
}

/** Who changed what and when: filters behind their toggle, twenty rows a page, each opening what was old and new. */
export function AuditTrailPage() {
  const [url, setUrl] = useUrlState({ ...nothing, ...firstPage, filters: '' })
  const filters = filtersOf(url)
  const isNarrowed = Object.keys(nothing).some((key) => url[key as keyof typeof nothing] !== '')
  const isOpen = url.filters !== '' || isNarrowed
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const list = useRead(listAuditTrail, { ...filters, cursor: url.cursor || undefined }, { keepPrevious: true })
  const counted = useRead(countAuditTrail, filters, { keepPrevious: true })
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const download = useDownload()
  const running = download.state.status === 'running' ? download.state.format : null
  const start = (format: 'csv' | 'xlsx') => void download.start(downloadAuditTrail, { ...filters, format }, format)
  const narrow = (patch: Partial<typeof nothing>) => setUrl({ ...firstPage, filters: '1', ...patch })

  const rows = list.data?.items
  const page = Math.max(1, Math.trunc(Number(url.page)) || 1)
  const turn = (to: number, cursor: string | null | undefined) =>
    setUrl({ page: to <= 1 ? '' : String(to), cursor: to <= 1 ? '' : (cursor ?? '') })

  const content = () => {
    if (list.isError && !rows)
      return (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} fallback="Failed to load the audit trail" />
      )
    if (!rows)
      return (
        <Card flush>
          <RowSkeletons rows={14} dense />
        </Card>
      )
    if (rows.length === 0)
      return (
        <Card flush>
          <EmptyState
            icon={IconHistory}
            title={isNarrowed ? 'No changes match' : 'No changes yet'}
            text={
              isNarrowed ? 'Try another search, or clear the filters.' : 'Every change appears here, with who made it.'
            }
            action={
              isNarrowed && (
                <Button variant="default" onClick={() => setUrl({ ...nothing, ...firstPage })}>
                  Clear filters
                </Button>
              )
            }
          />
        </Card>
      )
    return (
      <Card flush>
        {phone ? (
          <AuditLines label="Audit Trail" entries={rows} named />
        ) : (
          <DataTable label="Audit Trail" columns={columnsOf(setOpened)} rows={rows} rowKey={(row) => row.id} />
        )}
        <nav className={classes['pages']} aria-label="Pages">
          <span className={classes['count']} role="status">
            {counted.data && countText(page, rows.length, counted.data)}
          </span>
          <Button
            variant="default"
            size="compact-md"
            disabled={page <= 1}
            onClick={() => turn(page - 1, list.data?.previous)}
          >
            Previous
          </Button>
          <span>{counted.data && pagesText(page, counted.data)}</span>
          <Button
            variant="default"
            size="compact-md"
            disabled={!list.data?.next}
            onClick={() => turn(page + 1, list.data?.next)}
          >
            Next
          </Button>
        </nav>
      </Card>
    )
  }

  return (
    <>
      <PageHeader
        title="Audit Trail"
        subtitle="Who changed what, and when"
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.6} />}
              loading={running === 'csv'}
              disabled={running === 'xlsx'}
              onClick={() => start('csv')}
            >
              Download CSV
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
              loading={running === 'xlsx'}
              disabled={running === 'csv'}
              onClick={() => start('xlsx')}
            >
              Download Excel
            </Button>
          </>
        }
        primary={
          <Button
            variant={isOpen ? 'filled' : 'default'}
            leftSection={<IconFilter size={16} stroke={1.8} />}
            aria-expanded={isOpen}
            aria-controls="audit-filters"
            onClick={() => setUrl(isOpen ? { ...nothing, ...firstPage, filters: '' } : { filters: '1' })}
          >
            Filters
          </Button>
        }
      />
      <DownloadStatus state={download.state} file="audit_trail" onClose={download.forget} />
      <div id="audit-filters" className={toolbar['bar']} role="search" hidden={!isOpen}>
        {isOpen && (
          <>
            <SearchBox
              value={url.q}
              onChange={(q) => narrow({ q })}
              placeholder="Search by item name, changes, or user..."
            />
            <div className={toolbar['chips']}>
              <DateChip label="From Date" value={url.from} onChange={(from) => narrow({ from })} />
              <DateChip label="To Date" value={url.to} onChange={(to) => narrow({ to })} />
              <FilterChip filter={actionFilter} value={url.action} onChange={(action) => narrow({ action })} />
              <FilterChip filter={typeFilter} value={url.type} onChange={(type) => narrow({ type })} />
              <UserChip value={url.user} onChange={(user) => narrow({ user })} />
            </div>
          </>
        )}
      </div>
      <div aria-busy={list.isFetching} data-stale={list.isPlaceholderData || undefined}>
        {content()}
      </div>
      <Panel
        title={opened?.item_name ?? (opened ? kindText(opened.table_name) : '')}
        opened={opened !== null}
        onClose={() => setOpened(null)}
        size={560}
      >
        {opened && <Details entry={opened} />}
      </Panel>
    </>
  )
}

function UserChip({ value, onChange }: Readonly<{ value: string; onChange: (value: string) => void }>) {
  const users = useRead(listAuditUsers, {})
  const options = (users.data?.items ?? []).map(({ user_id, name, email }) => ({
    value: user_id,
    label: email === null ? name : `${name} · ${email}`,
  }))
  return (
    <FilterChip
      filter={{ key: 'user', label: 'User', all: 'All Users', options }}
      value={value}
      onChange={onChange}
      chosenLabel={users.isSuccess ? 'not found' : '…'}
    />
  )
}

const columnsOf = (open: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] => [
  {
    id: 'date',
    header: 'Date & Time',
    cell: (row) => <Moment at={row.created_at} as="absolute" />,
    width: 170,
    narrowWidth: 108,
    wraps: true,
  },
  { id: 'user', header: 'User', cell: (row) => <Author entry={row} />, minWidth: 150, wraps: true, priority: 2 },
  { id: 'item', header: 'Item', cell: (row) => <Item entry={row} />, minWidth: 170, wraps: true },
  {
    id: 'category',
    header: 'Category',
    cell: (row) => <Kind entry={row} />,
    width: 190,
    narrowWidth: 120,
    wraps: true,
    priority: 1,
  },
  {
    id: 'changes',
    header: 'Changes',
    cell: (row) =>
      row.changes.length === 0 ? (
        row.summary
      ) : (
        <button type="button" className={classes['open']} onClick={() => open(row)} title={row.summary}>
          {row.summary}
        </button>
      ),
    minWidth: 220,
    wraps: true,
  },
]

function Author({ entry }: { entry: AuditEntry }) {
  const name = authorText(entry)
  return (
    <span title={entry.user_email ?? name}>
      {name}
      {entry.user_email !== null && entry.user_email !== name && (
        <span className={classes['second']}> {entry.user_email}</span>
      )}
    </span>
  )
}

function Item({ entry }: { entry: AuditEntry }) {
  const name = entry.item_name ?? kindText(entry.table_name)
  const page = pageOf(entry)
  return page ? <Link to={page}>{name}</Link> : <span title={name}>{name}</span>
}

/** What kind of record it is; of a product, the category it is in. */
function Kind({ entry }: { entry: AuditEntry }) {
  return (
    <>
      {kindText(entry.table_name)}
      {entry.category !== null && <span className={classes['second']}> {entry.category}</span>}
    </>
  )
}

function Details({ entry }: { entry: AuditEntry }) {
  const page = pageOf(entry)
  return (
    <div className={classes['details']}>
      <p>{entry.summary}</p>
      <p className={classes['second']}>
        {authorText(entry)}
        {entry.user_email !== null && ` (${entry.user_email})`} · <Moment at={entry.created_at} as="absolute" />
      </p>
      <AuditChanges entry={entry} />
      {page && <Link to={page}>Open {kindText(entry.table_name).toLowerCase()}</Link>}
    </div>
  )
}
