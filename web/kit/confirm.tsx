import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { focusHeadingIfLost } from './focus-heading.ts'
import { dismissOnForward } from './opened.ts'
import { pressedControl } from './sending.ts'
import { closeFailures } from './toast.tsx'

type Question = Readonly<{
  title: string
  text: ReactNode
  /** The verb on the button: "Delete", not "OK". */
  confirmLabel: string
  cancelLabel?: string
  /** A red button, for actions that can't be undone. */
  danger?: boolean
  /** False keeps the question open: a field in it has an error, which it then shows. */
  mayConfirm?: () => boolean
}>

/** Asks for confirmation. Resolves true if the person confirms, false otherwise. */
export function confirm({
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  mayConfirm = () => true,
}: Question): Promise<boolean> {
  // The dialog is gone when the command is sent: then the control that opened it shows progress.
  const asking = pressedControl.current()
  closeFailures()
  return new Promise((resolve) => {
    const id = modals.openConfirmModal({
      title,
      children: text,
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: danger ? { color: 'red' } : {},
      groupProps: { gap: 'xs' },
      closeButtonProps: { 'aria-label': 'Close' },
      // A field that is locked while the command is sent gets the focus back afterwards (`useFocusAfterLock`). An entry
      // of a menu is gone: its button gets it.
      onExitTransitionEnd: () => {
        if (!(asking instanceof HTMLElement && asking.isConnected)) focusHeadingIfLost()
        else if (document.activeElement === document.body) asking.focus({ preventScroll: true })
      },
      cancelProps: { 'data-autofocus': danger || undefined },
      closeOnConfirm: false,
      onConfirm: () => {
        if (!mayConfirm()) return
        answered()
        pressedControl.restore(asking)
        resolve(true)
        modals.close(id)
      },
      onCancel: () => resolve(false),
      onClose: () => {
        answered()
        resolve(false)
      },
    })
    const answered = dismissOnForward(() => modals.close(id))
  })
}
