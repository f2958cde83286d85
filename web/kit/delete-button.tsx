import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import classes from './delete-button.module.css'

type DeleteButtonProps = Readonly<{
  /** What is deleted, for those who can't see the card around it. */
  of: string
  /** Why it can't be deleted now: the button is disabled, with its reason for pointer, touch and keyboard. */
  refusal?: string | null
  onClick: () => void
}>

/** The delete button on a card. */
export function DeleteButton({ of, refusal, onClick }: DeleteButtonProps) {
  return (
    <Tooltip label={refusal} disabled={!refusal} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon
        size={30}
        className={classes['root']}
        aria-label={`Delete ${of}`}
        aria-disabled={refusal ? true : undefined}
        onClick={refusal ? undefined : onClick}
      >
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
