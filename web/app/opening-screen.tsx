import { useRouterState } from '@tanstack/react-router'
import { noAnswer } from '../kit/api-error.ts'
import { askNow, useConnection } from '../kit/connection.ts'
import { ErrorCard } from '../kit/error-state.tsx'
import { PageHeader } from '../kit/page-header.tsx'
import { RecordSkeleton } from '../kit/record-skeleton.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Card } from '../ui/card.tsx'
import { screenAt } from './navigation.ts'

/**
 * Shown in place of a screen whose code is still loading: its heading, and what keeps it if the server is unreachable.
 * The previous screen would look like the one that was opened.
 */
export function OpeningScreen() {
  const title = useRouterState({ select: (state) => screenAt(state.location.pathname) })
  const connection = useConnection()
  const content =
    connection !== 'up' ? (
      <ErrorCard error={noAnswer()} onRetry={() => void askNow()} screen={title === undefined} />
    ) : title === undefined ? (
      <RecordSkeleton />
    ) : (
      <Card flush>
        <RowSkeletons rows={14} table="plain" />
      </Card>
    )
  return (
    <>
      {title !== undefined && <PageHeader title={title} />}
      {content}
    </>
  )
}
