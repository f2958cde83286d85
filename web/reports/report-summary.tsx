import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../kit/error-state.tsx'
import { TableSkeleton } from '../kit/list-skeleton.tsx'
import { Card } from '../ui/card.tsx'
import classes from './reports.module.css'

type ReportSummaryProps<T> = Readonly<{ query: UseQueryResult<T>; children: (summary: T) => ReactNode }>

/** A report's figures and chart: loading, failed, or loaded. */
export function ReportSummary<T>({ query, children }: ReportSummaryProps<T>) {
  if (query.data !== undefined)
    return (
      <div
        className={classes['summary']}
        aria-busy={query.isPlaceholderData}
        data-stale={query.isPlaceholderData || undefined}
      >
        {children(query.data)}
      </div>
    )
  if (query.isError)
    return (
      <div className={classes['summary']}>
        <Card>
          <ErrorState
            compact
            error={query.error}
            fallback="Failed to load the totals"
            onRetry={() => void query.refetch()}
          />
        </Card>
      </div>
    )
  return (
    <>
      <div className={classes['summary']} data-reading>
        <Card>
          <div role="status" aria-label="Loading" className={classes['figures']}>
            {[88, 104, 72, 96].map((width) => (
              <div key={width}>
                <Skeleton h={12} w={width} />
                <Skeleton h={24} w={64} mt={12} />
              </div>
            ))}
          </div>
        </Card>
      </div>
      <div data-placeholder>
        <TableSkeleton wraps={false} />
      </div>
    </>
  )
}
