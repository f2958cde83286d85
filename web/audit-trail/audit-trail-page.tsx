import { Button } from '@mantine/core'
import { IconFilter, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { countAuditTrail, downloadAuditTrail, listAuditTrail, type AuditEntry } from '../../contract/audit-trail.ts'
import { kindText } from '../../contract/audit-kinds.ts'
import { useRead } from '../kit/api.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorCard } from '../kit/error-state.tsx'
import { focusHeading } from '../kit/focus-heading.ts'
import { PageHeader } from '../kit/page-header.tsx'
import { Panel } from '../kit/panel.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { DownloadStatus } from '../reports/download-state.tsx'
import { useDownload } from '../reports/use-download.ts'
import { Card } from '../ui/card.tsx'
import { AuditDetails } from './audit-details.tsx'
import { AuditFilters, filtersOf, noFilters, type UrlFilters } from './audit-filters.tsx'
import { AuditRows } from './audit-rows.tsx'
import classes from './audit-trail.module.css'
import { type Format, DownloadButtons } from './download-buttons.tsx'
import toolbar from '../kit/list-toolbar.module.css'

const firstPage = { page: '', cursor: '' }

/**
 * Who changed what and when: filters behind their toggle, twenty rows per page, each opening its old and new values.
 */
// oxlint-disable-next-line max-lines-per-function -- a page from its filters to its rows
export function AuditTrailPage() {
  const [url, setUrl] = useUrlState({ ...noFilters, ...firstPage, filters: '' })
  const filters = filtersOf(url)
  const isNarrowed = Object.keys(noFilters).some((key) => url[key as keyof UrlFilters] !== '')
  const isOpen = url.filters !== '' || isNarrowed
  const list = useRead(listAuditTrail, { ...filters, cursor: url.cursor || undefined }, { keepPrevious: true })
  const counted = useRead(countAuditTrail, filters, { keepPrevious: true })
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const download = useDownload()
  const downloadAs = (format: Format) => void download.start(downloadAuditTrail, { ...filters, format }, format)
  const clear = () => {
    setUrl({ ...noFilters, ...firstPage })
    // The button disappears.
    focusHeading()
  }
  const narrow = (patch: Partial<UrlFilters>) => setUrl({ ...firstPage, filters: '1', ...patch })

  const rows = list.data?.items
  const page = Math.max(1, Math.trunc(Number(url.page)) || 1)
  const openPage = (to: number, cursor: string | null | undefined) =>
    setUrl({ page: to <= 1 ? '' : String(to), cursor: to <= 1 ? '' : (cursor ?? '') })

  const content = () => {
    if (list.isError && !rows)
      return (
        <ErrorCard error={list.error} onRetry={() => void list.refetch()} fallback="Failed to load the audit trail" />
      )
    if (!rows)
      return (
        <Card flush>
          <RowSkeletons rows={14} table="double" />
        </Card>
      )
    if (rows.length === 0) return <NoRows isNarrowed={isNarrowed} onClear={clear} />
    const { previous, next } = list.data ?? {}
    return (
      <AuditRows
        rows={rows}
        page={page}
        count={counted.data}
        onOpen={setOpened}
        onPrevious={page <= 1 ? null : () => openPage(page - 1, previous)}
        onNext={next ? () => openPage(page + 1, next) : null}
      />
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
              variant={isOpen ? 'light' : 'default'}
              leftSection={<IconFilter size={16} stroke={1.8} />}
              aria-expanded={isOpen}
              aria-controls="audit-filters"
              onClick={() => setUrl(isOpen ? { ...noFilters, ...firstPage, filters: '' } : { filters: '1' })}
            >
              Filters
            </Button>
            <DownloadButtons state={download.state} onDownload={downloadAs} />
          </>
        }
      />
      <DownloadStatus state={download.state} file="audit_trail" onClose={download.forget} />
      <div id="audit-filters" className={`${toolbar['bar']} ${classes['filters']}`} role="search" hidden={!isOpen}>
        {isOpen && <AuditFilters url={url} narrow={narrow} onClear={isNarrowed ? clear : null} />}
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
        {opened && <AuditDetails entry={opened} />}
      </Panel>
    </>
  )
}

function NoRows({ isNarrowed, onClear }: Readonly<{ isNarrowed: boolean; onClear: () => void }>) {
  return (
    <Card flush>
      <EmptyState
        icon={IconHistory}
        title={isNarrowed ? 'No changes match' : 'No changes yet'}
        text={isNarrowed ? 'Try another search, or clear the filters.' : 'Every change appears here, with who made it.'}
        action={
          isNarrowed && (
            <Button variant="default" onClick={onClear}>
              Clear filters
            </Button>
          )
        }
      />
    </Card>
  )
}
