import { useMediaQuery } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Endpoint, InputOf } from '../../contract/endpoint.ts'
import type { ItemOf } from '../kit/api.ts'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { CardGrid } from '../kit/card-grid.tsx'
import type { Column } from '../kit/columns.ts'
import { DataTable } from '../kit/data-table.tsx'
import { NextPageError } from '../kit/next-page-error.tsx'
import { SortMenu } from '../kit/sort-menu.tsx'
import type { TotalRow } from '../kit/table-totals.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { queryClient } from '../kit/query-client.ts'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Card } from '../ui/card.tsx'
import classes from './reports.module.css'

/** Rows per page: more than in a list, because a report is read from end to end. */
const pageRows = 100

type ReportTableProps<E extends Endpoint> = Readonly<{
  title: string
  endpoint: E
  input: InputOf<E>
  rowKey: (row: ItemOf<E>) => string
  columns: readonly Column<ItemOf<E>>[]
  /** A compact row for phones. */
  line: (row: ItemOf<E>) => ReactNode
  rowHref?: (row: ItemOf<E>) => string
  totals: readonly TotalRow[]
  /** The report's total number of lines, once known. */
  lines: number | undefined
  sort: string
  onSort: (sort: string) => void
  empty: Readonly<{ icon: Icon; title: string; text: string; action?: ReactNode }>
}>

/** Also retries the totals, whose failure isn't reported beside this one. */
function retryFailed(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** The lines of a report: loaded page by page while scrolling, sorted by the server, with their sums on top. */
export function ReportTable<E extends Endpoint>(props: ReportTableProps<E>) {
  const { title, rowKey, rowHref } = props
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const list = useInfiniteRead(props.endpoint, { ...(props.input as object), limit: pageRows } as InputOf<E>)
  const rows = list.items

  if (!rows && list.isError)
    return (
      <Card flush title={title}>
        <ErrorState error={list.error} fallback="Failed to load the report" onRetry={retryFailed} />
      </Card>
    )
  if (!rows)
    return (
      <Card flush title={title}>
        <RowSkeletons rows={12} />
      </Card>
    )
  if (rows.length === 0)
    return (
      <Card flush title={title}>
        {!phone && <DataTable label={title} columns={props.columns} rows={[]} rowKey={rowKey} />}
        <EmptyState leads {...props.empty} />
      </Card>
    )
  const inAll = list.hasNextPage ? (props.lines ?? null) : rows.length
  return (
    <div
      className={classes['lines']}
      aria-busy={list.isPlaceholderData}
      data-stale={list.isPlaceholderData || undefined}
    >
      {phone ? (
        <>
          <header className={classes['phoneHead']}>
            <h2>{title}</h2>
            <SortMenu columns={props.columns} sort={props.sort} onSort={props.onSort} />
          </header>
          <CardGrid
            look="lines"
            label={title}
            rows={rows}
            inAll={inAll}
            rowKey={rowKey}
            card={props.line}
            onEnd={list.onEnd}
          />
        </>
      ) : (
        <Card flush title={title}>
          <DataTable
            label={title}
            columns={props.columns}
            rows={rows}
            inAll={inAll}
            rowKey={rowKey}
            totals={props.totals}
            sort={props.sort}
            onSort={props.onSort}
            onEnd={list.onEnd}
            {...(rowHref ? { rowHref } : {})}
          />
        </Card>
      )}
      <NextPageError list={list} />
    </div>
  )
}
