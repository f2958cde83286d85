import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { ApiError, messageOf } from './api-error.ts'
import { EmptyState } from './empty-state.tsx'

type ErrorStateProps = Readonly<{
  error: unknown
  /** The spec's text for this failure, shown when the error does not explain itself. */
  fallback?: string
  onRetry?: () => void
  compact?: boolean
}>

/** What stands where something could not be read: what happened, and a way to try again. */
export function ErrorState({ error, fallback, onRetry, compact }: ErrorStateProps) {
  const request = error instanceof ApiError ? error.requestId : undefined
  return (
    <div role="alert">
      <EmptyState
        {...(compact ? {} : { icon: IconAlertTriangle })}
        title={messageOf(error, fallback)}
        {...(request && !compact ? { text: `If this goes on, tell your administrator this number: ${request}` } : {})}
        action={
          onRetry && (
            <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={onRetry}>
              Try again
            </Button>
          )
        }
        compact={compact ?? false}
      />
    </div>
  )
}
