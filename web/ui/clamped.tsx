import { UnstyledButton } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import classes from './clamped.module.css'
import { useWidth } from './use-width.ts'

/** The number of an order, which isn't broken at its hyphens. */
const documentNumber = /\b((?:SO|PO)-\d{6}-\d{3})\b/

/** A text limited to some lines; the rest is one press away. A text that fits is plain text. */
export function Clamped({ lines, children }: { lines: number; children: string }) {
  const text = useRef<HTMLSpanElement>(null)
  const { ref: sizeRef, width } = useWidth<HTMLSpanElement>()
  const ref = useMergedRef(text, sizeRef)
  const [cut, setCut] = useState(false)
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => {
    const box = text.current
    if (box && !open) setCut(box.scrollHeight > box.clientHeight + 1)
  }, [children, width, lines, open])
  return (
    <>
      <span
        ref={ref}
        className={classes['text']}
        data-open={open || undefined}
        style={{ '--lines': lines } as CSSProperties}
      >
        {children.split(documentNumber).map((part, index) =>
          index % 2 === 1 ? (
            <span key={index} className={classes['number']}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </span>
      {cut && (
        <UnstyledButton className={classes['more']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </UnstyledButton>
      )}
    </>
  )
}
