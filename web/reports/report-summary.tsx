import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../kit/error-state.tsx'
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
  return (
    <div className={classes['summary']} data-reading={!query.isError || undefined}>
      <Card>
        {query.isError ? (
          <ErrorState
            compact
            error={query.error}
            fallback="Failed to load the totals"
            onRetry={() => void query.refetch()}
          />
        ) : (
          <div role="status" aria-label="Loading">
            <Skeleton h={28} w="40%" mb={20} />
            <Skeleton h={180} />
          </div>
        )}
      </Card>
    </div>
  )
}
