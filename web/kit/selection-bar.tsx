import { CloseButton, UnstyledButton } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import { Hint } from '../ui/hint.tsx'
import { focusHeading } from './focus-heading.ts'
import classes from './selection-bar.module.css'
import type { OnlySelected } from './use-only-selected.ts'

type SelectionBarProps = Readonly<{
  isShown: boolean
  /** How many rows are selected. */
  count: number
  /** How many of them the list doesn't show. */
  notShown: number
  only: OnlySelected
  /** How many rows the list has, including unloaded ones; null while unknown. */
  inAll: number | null
  /** The most rows that can be selected. */
  most: number
  selectAll: () => Promise<void>
  onClose: () => void
  children: ReactNode
}>

/** Below the list while rows are selected: how many, and what can be done with them. Loaded when it is first shown. */
export function SelectionBar({
  isShown,
  count,
  notShown,
  only,
  inAll,
  most,
  selectAll,
  onClose,
  children,
}: SelectionBarProps) {
  const [isLoading, setLoading] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  // Its rows can leave the list, with the focus on one of its buttons.
  useLayoutEffect(() => {
    if (!isShown && bar.current?.contains(document.activeElement)) focusHeading()
  }, [isShown])
  const hasMore = notShown === 0 && count < (inAll === null ? most : Math.min(inAll, most))
  const selectMore = async () => {
    setLoading(true)
    await selectAll()
    setLoading(false)
  }
  const toggle = () => {
    only.toggle()
    // The button disappears.
    if (only.isOn && notShown === 0) focusHeading()
  }
  return (
    // Hidden instead of removed: a dialog opened from it stays.
    <div ref={bar} className={classes['place']} hidden={!isShown}>
      <div
        className={classes['root']}
        role="toolbar"
        aria-label="Selection"
        {...(isShown ? { 'data-selection-bar': true } : {})}
      >
        <span className={classes['count']} role="status">
          {formatQuantity(count)} selected
        </span>
        {(notShown > 0 || only.isOn) && (
          <UnstyledButton className={classes['more']} onClick={toggle}>
            {only.isOn ? 'Show all' : `Show selected (${formatQuantity(notShown)} not in this list)`}
          </UnstyledButton>
        )}
        {hasMore && !only.isOn && (
          <UnstyledButton className={classes['more']} onClick={() => void selectMore()} disabled={isLoading}>
            {isLoading ? 'Selecting…' : allText(inAll, most)}
          </UnstyledButton>
        )}
        <div className={classes['actions']} hidden={count === 0}>
          {count > most ? `Select at most ${formatQuantity(most)} rows` : children}
        </div>
        <Hint label="Clear selection (Esc)">
          <CloseButton className={classes['close']} aria-label="Clear selection" onClick={onClose} />
        </Hint>
      </div>
    </div>
  )
}

function allText(inAll: number | null, most: number): string {
  if (inAll === null) return 'Select all'
  return inAll > most ? `Select the first ${formatQuantity(most)}` : `Select all ${formatQuantity(inAll)}`
}
