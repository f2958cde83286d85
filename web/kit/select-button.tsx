import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheckbox } from '@tabler/icons-react'
import classes from './list-toolbar.module.css'
import type { Selecting } from './use-selecting.ts'

type SelectButtonProps = Selecting &
  Readonly<{
    /** Reserves its space without being shown, until it is known whether these are cards. */
    isReserved?: boolean
  }>

/** Gives cards checkboxes, and takes them away again. */
export function SelectButton({ isOn, start, end, isReserved = false }: SelectButtonProps) {
  return (
    <Tooltip label="Select">
      <ActionIcon
        variant="default"
        size={36}
        className={classes['select']}
        aria-label="Select"
        aria-pressed={isOn}
        style={isReserved ? { visibility: 'hidden' } : undefined}
        onClick={isOn ? end : start}
      >
        <IconCheckbox size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
