import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

type Question = Readonly<{
  title: string
  text: ReactNode
  /** The verb on the button: "Delete", not "OK". */
  confirmLabel: string
  cancelLabel?: string
  /** Red button, for what cannot be taken back. */
  danger?: boolean
}>

/** Asks before something happens. Resolves true when the person confirms, false for everything else. */
export function confirm({
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
}: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: text,
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: danger ? { color: 'red' } : {},
      groupProps: { gap: 'xs' },
      cancelProps: { 'data-autofocus': danger || undefined },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}
