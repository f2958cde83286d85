import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import { ApiError, messageOf } from './api-error.ts'
import { onSending } from './sending.ts'
import classes from './toast.module.css'

type Next = Readonly<{
  undo?: () => Promise<unknown>
  undone?: string
  /** Where what was made can be looked at, when the screen leads elsewhere. */
  open?: string
  /** What was changed, by its id. The next message about it closes this one: Undo goes back one step, not two. */
  about?: string
}>

/** The open message that offers to undo the newest change of each record. */
const undoable = new Map<string, string>()

/**
 * Closes the messages that offer to undo the last changes of these records. Called as the next change of them is sent.
 */
export function retireUndo(...about: readonly string[]): void {
  for (const record of about) {
    const toast = undoable.get(record)
    if (toast) notifications.hide(toast)
    undoable.delete(record)
  }
}

/**
 * Says that something was done. With `undo` or `open` it stays longer, and offers to take it back, once, or to go
 * there.
 */
export function toastDone(message: string, { undo, undone = 'Undone', open, about }: Next = {}): void {
  const id = crypto.randomUUID()
  if (about) retireUndo(about)
  if (about && undo) undoable.set(about, id)
  const takeBack = async () => {
    notifications.hide(id)
    try {
      await undo?.()
      toastDone(undone)
    } catch (error) {
      toastFailed(error, 'This couldn’t be undone. Please try again.')
    }
  }
  show(
    id,
    message,
    'done',
    undo ? (
      <Button size="compact-sm" variant="subtle" onClick={() => void takeBack()}>
        Undo
      </Button>
    ) : (
      open && <LinkIn toast={id} to={open} label="Open" />
    ),
  )
}

/**
 * Says what went wrong: the refusal's own sentence, or `fallback` (the spec's text for this failure), and where it
 * leads. Stays until it is closed or the next action begins.
 */
export function toastFailed(error: unknown, fallback?: string): void {
  const id = crypto.randomUUID()
  const link = error instanceof ApiError ? error.link : undefined
  failed.add(id)
  show(id, messageOf(error, fallback), 'failed', link && <LinkIn toast={id} {...link} />)
}

/** The toasts on screen that say what went wrong. */
const failed = new Set<string>()

/** Closes them: what failed before is old once the next action begins. */
export function closeFailures(): void {
  for (const id of failed) notifications.hide(id)
  failed.clear()
}

onSending(closeFailures)

function LinkIn({ toast, to, label }: { toast: string; to: string; label: string }) {
  return (
    <Button component={Link} to={to} size="compact-sm" variant="subtle" onClick={() => notifications.hide(toast)}>
      {label}
    </Button>
  )
}

function show(id: string, message: string, kind: 'done' | 'failed', action?: ReactNode): void {
  notifications.show({
    id,
    'data-toast': true,
    role: kind === 'failed' ? 'alert' : 'status',
    autoClose: kind === 'failed' ? false : action ? 10_000 : 5_000,
    icon: kind === 'failed' ? <IconAlertCircle size={20} stroke={1.7} /> : <IconCircleCheck size={20} stroke={1.7} />,
    classNames: { root: classes['root'] ?? '', icon: classes[kind] ?? '' },
    closeButtonProps: { 'aria-label': 'Close' },
    onClose: () => failed.delete(id),
    message: (
      <span className={classes['body']}>
        <span className={classes['message']} title={message}>
          {message}
        </span>
        {action}
      </span>
    ),
  })
}
