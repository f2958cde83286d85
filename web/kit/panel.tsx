import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { FixedLists } from './fixed-lists.tsx'
import classes from './panel.module.css'
import { useEscape } from './opened.ts'
import { useOpenedAfterPaint } from './use-opened-after-paint.ts'
import { useOpener } from './use-opener.ts'

type PanelProps = Readonly<{
  title: ReactNode
  /** Beside the title: a status. */
  badge?: ReactNode
  opened: boolean
  onClose: () => void
  size?: number
  /** True gives the content exactly the remaining height, to scroll inside: for long lists. */
  fill?: boolean
  children: ReactNode
}>

/**
 * A panel that slides in from the right, for details beside the current content. Its content touches the borders. The
 * title gets the focus, as a screen's heading does.
 */
export function Panel({ title, badge, opened, onClose, size = 420, fill = false, children }: PanelProps) {
  const isOpen = useOpenedAfterPaint(opened)
  const returnFocus = useOpener(opened)
  const escape = useEscape(onClose)
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={
        <>
          <span ref={escape} tabIndex={-1} data-autofocus className={classes['name']}>
            {title}
          </span>
          {badge}
        </>
      }
      size={size}
      closeOnEscape={false}
      // A panel that its address opened, or a row that is gone, has no control that the focus could return to.
      onExitTransitionEnd={returnFocus}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        header: classes['header'] ?? '',
        title: classes['title'] ?? '',
        body: classes[fill ? 'filled' : 'body'] ?? '',
        content: classes['content'] ?? '',
      }}
    >
      <FixedLists>{children}</FixedLists>
    </Drawer>
  )
}
