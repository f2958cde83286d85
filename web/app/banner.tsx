import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import classes from './connection-banner.module.css'

/** The problem, with a button to retry immediately. */
export function Banner({ onRetry, children }: { onRetry: () => Promise<unknown>; children: React.ReactNode }) {
  const [asking, setAsking] = useState(false)
  const retry = async () => {
    setAsking(true)
    await onRetry().finally(() => setAsking(false))
  }
  return (
    <div className={classes['root']}>
      <Loader size={14} color="currentColor" aria-hidden />
      <span className={classes['text']}>{children}</span>
      <Button
        size="compact-sm"
        variant="default"
        className={classes['retry'] ?? ''}
        aria-disabled={asking}
        onClick={() => void retry()}
      >
        Try again
      </Button>
    </div>
  )
}
