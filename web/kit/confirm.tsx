import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import classes from './confirm.module.css'
import { focusHeadingIfLost } from './focus-heading.ts'
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
}>

/** Asks for confirmation. Resolves true if the person confirms, false otherwise. */
export function confirm({
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
}: Question): Promise<boolean> {
  // The dialog is gone when the command is sent: then the control that opened it shows progress.
  const asking = pressedControl.current()
  closeFailures()
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: text,
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: danger ? { color: 'red' } : {},
      groupProps: { gap: 'xs' },
      closeButtonProps: { 'aria-label': 'Close' },
      // A field that is locked while the command is sent gets the focus back afterwards (`useFocusAfterLock`).
      onExitTransitionEnd: () => {
        if (!asking?.isConnected) focusHeadingIfLost()
      },
      cancelProps: { 'data-autofocus': danger || undefined },
      onConfirm: () => {
        pressedControl.restore(asking)
        resolve(true)
      },
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}

type Obstacle = Readonly<{
  title: string
  text: string
  /** Links to where the obstacles can be resolved. */
  ways: readonly Readonly<{ label: string; to: string }>[]
}>

/** Shown instead of a confirmation that could only lead to a refusal: the reason, and how to continue. */
export function cannot({ title, text, ways }: Obstacle): void {
  const close = () => modals.close(id)
  const id: string = modals.open({
    title,
    withCloseButton: false,
    onExitTransitionEnd: focusHeadingIfLost,
    children: (
      <div className={classes['root']}>
        <p>{text}</p>
        {ways.length > 0 && (
          <ul className={classes['ways']}>
            {ways.map(({ label, to }) => (
              <li key={to}>
                <Link to={to} className={classes['way']} onClick={close}>
                  <span className={classes['label']}>{label}</span>
                  <IconChevronRight size={16} stroke={1.6} aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Button variant="default" className={classes['close']} onClick={close} data-autofocus>
          Close
        </Button>
      </div>
    ),
  })
}
