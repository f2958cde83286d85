import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFileUnknown, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
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
  const advice = adviceOn(error, fallback !== undefined && onRetry !== undefined)
  const isInBanner = isConnectionLost(error) && fallback !== undefined && !screen
  return (
    <div role="alert">
      <EmptyState
        {...(compact ? {} : { icon: IconAlertTriangle })}
        title={isInBanner ? fallback : messageOf(error, fallback)}
        {...(advice && !compact && (isInBanner || !isConnectionLost(error)) ? { text: advice } : {})}
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

/** The banner above the screen says so, and everything that failed is loaded again afterwards. */
const isConnectionLost = (error: unknown) => error instanceof ApiError && error.connectionLost

/** What to do, unless the message says it. */
function adviceOn(error: unknown, mayRetry: boolean): string | undefined {
  if (isConnectionLost(error)) return 'This loads by itself once the connection is back.'
  const isExplained = error instanceof ApiError && error.code !== 'internal'
  const request = error instanceof ApiError ? error.requestId : undefined
  // The number leads to the log, which has nothing to add to a refusal that says what to do.
  const isRefused = isExplained && error.status < 500
  if (request && !isRefused) return `If this keeps happening, give your administrator this number: ${request}`
  return !isExplained && mayRetry ? 'Check your connection and try again.' : undefined
}

/** The same in a card: in place of a list, whose title stays, a record or a page of the settings. */
export function ErrorCard({ title, ...props }: Omit<ErrorStateProps, 'compact'> & Readonly<{ title?: ReactNode }>) {
  return (
    <Card flush title={title}>
      <ErrorState {...props} />
    </Card>
  )
}
