import { Card } from '../ui/card.tsx'
import { ErrorState } from './error-state.tsx'

type NextPageErrorProps = Readonly<{
  list: Readonly<{ error: unknown; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> }>
}>

/** Below the loaded rows of a list whose next rows couldn't be loaded: the reason, and a retry. Otherwise nothing. */
export function NextPageError({ list }: NextPageErrorProps) {
  if (!list.isFetchNextPageError) return null
  return (
    <Card flush>
      <ErrorState compact error={list.error} onRetry={() => void list.fetchNextPage()} />
    </Card>
  )
}
