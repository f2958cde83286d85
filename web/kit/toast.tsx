import { Button } from '@mantine/core'
import { notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import { ApiError, messageOf } from './api-error.ts'
import { newId } from './new-id.ts'
import { onSending } from './sending.ts'
import classes from './toast.module.css'

type Next = Readonly<{
  undo?: () => Promise<unknown>
  undone?: string
  /** A link to the created record, if the screen navigates away. */
  open?: string
  /** The changed record's id. The next message about it closes this one: Undo goes back one step, not two. */
  about?: string
}>

/** The open message that offers to undo the newest change of each record. */
const undoable = new Map<string, string>()

/** Whether a message is shown, or will be with the next frame. */
export const isToastShown = (): boolean => notificationsStore.getState().notifications.length > 0

/** Closes the messages that offer to undo the last changes of these records. Called when their next change is sent. */
export function retireUndo(...about: readonly string[]): void {
  for (const record of about) {
    const toast = undoable.get(record)
    if (toast) notifications.hide(toast)
    undoable.delete(record)
  }
}

/** Confirms an action. With `undo` or `open` it stays longer, and offers to undo it, once, or to open it. */
export function toastDone(message: string, { undo, undone = 'Undone', open, about }: Next = {}): void {
  const id = newId()
  if (about) retireUndo(about)
  if (about && undo) undoable.set(about, id)
  const runUndo = async () => {
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
      <Button size="compact-sm" variant="subtle" onClick={() => void runUndo()}>
        Undo
      </Button>
    ) : (
      open && <LinkIn toast={id} to={open} label="Open" />
    ),
  )
}

/**
 * Shows an error: the refusal's own message, or `fallback` (the spec's text for this failure), with its link. Stays
 * until it is closed or the next action begins.
 */
export function toastFailed(error: unknown, fallback?: string): void {
  const id = newId()
  const link = error instanceof ApiError ? error.link : undefined
  failed.add(id)
  show(id, messageOf(error, fallback), 'failed', link && <LinkIn toast={id} {...link} />)
}

/** The visible error toasts. */
const failed = new Set<string>()

/** Closes them: earlier errors are obsolete once the next action begins. */
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
