import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheckbox } from '@tabler/icons-react'
import classes from './list-toolbar.module.css'
import type { Selecting } from './use-selecting.ts'

/** Gives cards checkboxes, and takes them away again. */
export function SelectButton({ isOn, start, end }: Selecting) {
  return (
    <Tooltip label="Select">
      <ActionIcon
        variant="default"
        size={36}
        className={classes['select']}
        aria-label="Select"
        aria-pressed={isOn}
        onClick={isOn ? end : start}
      >
        <IconCheckbox size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
