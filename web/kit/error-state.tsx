import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFileUnknown, IconRefresh } from '@tabler/icons-react'
import { ApiError, messageOf } from './api-error.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from './empty-state.tsx'

type ErrorStateProps = Readonly<{
  error: unknown
  /** The spec's text for this failure, shown if the error has no explanation. */
  fallback?: string
  onRetry?: () => void
  compact?: boolean
  /** It fills the screen, so its title is the screen's heading. */
  screen?: boolean
}>

/** The error state: what happened, and a retry button. A missing record, or an invalid address, offers no retry. */
export function ErrorState({ error, fallback, onRetry, compact, screen = false }: ErrorStateProps) {
  if (error instanceof ApiError && error.isMissing)
    return (
      <div role="alert">
        <EmptyState
          {...(compact ? {} : { icon: IconFileUnknown })}
          title="Not found"
          text="It was deleted, or the address is wrong."
          compact={compact ?? false}
          screen={screen}
        />
      </div>
    )
  const request = error instanceof ApiError ? error.requestId : undefined
  return (
    <div role="alert">
      <EmptyState
        {...(compact ? {} : { icon: IconAlertTriangle })}
        title={messageOf(error, fallback)}
        {...(request && !compact
          ? { text: `If this keeps happening, give your administrator this number: ${request}` }
          : {})}
        action={
          onRetry && (
            <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={onRetry}>
              Try again
            </Button>
          )
        }
        compact={compact ?? false}
        screen={screen}
      />
    </div>
  )
}

/** The same without a frame around it: in place of a list, a record or a page of the settings. */
export function ErrorCard(props: Omit<ErrorStateProps, 'compact'>) {
  return (
    <Card flush>
      <ErrorState {...props} />
    </Card>
  )
}
