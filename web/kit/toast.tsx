import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { messageOf } from './api-error.ts'
import classes from './toast.module.css'

type Undo = Readonly<{ undo?: () => Promise<unknown>; undone?: string }>

/** Says that something was done. With `undo` it stays longer and offers to take it back, once. */
export function toastDone(message: string, { undo, undone = 'Undone' }: Undo = {}): void {
  const id = crypto.randomUUID()
  const takeBack = async () => {
    notifications.hide(id)
    try {
      await undo?.()
      toastDone(undone)
    } catch (error) {
      toastFailed(error, 'This could not be undone. Please try again.')
    }
  }
  show(id, message, 'done', undo ? takeBack : undefined)
}

/** Says what went wrong: the refusal's own sentence, or `fallback` (the spec's text for this failure). Stays until it is closed. */
export function toastFailed(error: unknown, fallback?: string): void {
  show(crypto.randomUUID(), messageOf(error, fallback), 'failed')
}

function show(id: string, message: string, kind: 'done' | 'failed', takeBack?: () => void): void {
  notifications.show({
    id,
    role: kind === 'failed' ? 'alert' : 'status',
    autoClose: kind === 'failed' ? false : takeBack ? 10_000 : 5_000,
    icon: kind === 'failed' ? <IconAlertCircle size={20} stroke={1.7} /> : <IconCircleCheck size={20} stroke={1.7} />,
    classNames: { root: classes['root'] ?? '', icon: classes[kind] ?? '' },
    closeButtonProps: { 'aria-label': 'Close' },
    message: (
      <span className={classes['body']}>
        <span className={classes['message']} title={message}>
          {message}
        </span>
        {takeBack && (
          <Button size="compact-sm" variant="subtle" onClick={takeBack}>
            Undo
          </Button>
        )}
      </span>
    ),
  })
}
