import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import classes from './dialog.module.css'
import { FixedLists } from './fixed-lists.tsx'
import { useEscape } from './opened.ts'
import { useOpenedAfterPaint } from './use-opened-after-paint.ts'
import { useOpener } from './use-opener.ts'

type DialogProps = Readonly<{
  title: string
  /** The record that it is about, below the title: on a phone the dialog covers it. */
  subject?: string | undefined
  opened: boolean
  onClose: () => void
  size?: number
  children: ReactNode
}>

const Hold = createContext<(isHeld: boolean) => void>(() => {})

/** Content shown only once: while it is visible, only a button in it closes the dialog, neither Escape nor a cross. */
export function ShownOnce() {
  const hold = useContext(Hold)
  useEffect(() => {
    hold(true)
    return () => hold(false)
  }, [hold])
  return null
}

/**
 * A modal dialog; fills the screen on phones. Its content is mounted only while it is open, so a form inside starts
 * fresh each time. A click outside doesn't close it: a half-filled form must not vanish by accident.
 */
export function Dialog({ title, subject, opened, onClose, size = 480, children }: DialogProps) {
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const [isHeld, setHeld] = useState(false)
  const isOpen = useOpenedAfterPaint(opened)
  const returnFocus = useOpener(opened)
  const escape = useEscape(() => !isHeld && onClose())
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={
        <span ref={escape}>
          {title}
          {subject !== undefined && (
            <>
              {' '}
              <span className={classes['subject']}>{subject}</span>
            </>
          )}
        </span>
      }
      size={size}
      fullScreen={phone}
      closeOnClickOutside={false}
      // A dialog opened by its address has no control to return the focus to.
      onExitTransitionEnd={returnFocus}
      closeOnEscape={false}
      withCloseButton={!isHeld}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        content: classes['content'] ?? '',
        header: classes['header'] ?? '',
        title: classes['title'] ?? '',
        body: classes['body'] ?? '',
      }}
    >
      <Hold value={setHeld}>
        <FixedLists>{children}</FixedLists>
      </Hold>
    </Modal>
  )
}
