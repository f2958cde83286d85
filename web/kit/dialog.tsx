import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

type DialogProps = Readonly<{
  title: string
  opened: boolean
  onClose: () => void
  size?: number
  children: ReactNode
}>

/**
 * A modal dialog; the whole screen on phones. Its content is mounted only while it is open, so a form inside starts fresh each time.
 * A click beside it does not close it: a form half filled in must not vanish by a slip.
 */
export function Dialog({ title, opened, onClose, size = 480, children }: DialogProps) {
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={phone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ header: classes['header'] ?? '', title: classes['title'] ?? '', body: classes['body'] ?? '' }}
    >
      {children}
    </Modal>
  )
}
