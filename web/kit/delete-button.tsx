import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import classes from './delete-button.module.css'

type DeleteButtonProps = Readonly<{
  /** What is deleted, for those who cannot see the card around it. */
  of: string
  /** Why it cannot be deleted now: the button rests, and says so to a pointer, a finger and the keyboard. */
  refusal?: string | null
  onClick: () => void
}>

/** The bin on a card. */
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
