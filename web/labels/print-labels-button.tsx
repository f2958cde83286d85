import { ActionIcon, Button } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { Hint } from '../ui/hint.tsx'

type PrintLabelsButtonProps = Readonly<{
  onClick: () => void
  visibleFrom?: 'sm'
  /** Where there is room for its name. */
  named?: boolean
}>

/** Opens a dialog for labels; only an icon where it stands beside actions that are needed more often. */
export function PrintLabelsButton({ onClick, visibleFrom, named = false }: PrintLabelsButtonProps) {
  if (named)
    return (
      <Button
        variant="default"
        leftSection={<IconTag size={16} stroke={1.6} />}
        onClick={onClick}
        visibleFrom={visibleFrom}
      >
        Print Labels
      </Button>
    )
  return (
    <Hint label="Print Labels">
      <ActionIcon variant="default" size={36} aria-label="Print Labels" onClick={onClick} visibleFrom={visibleFrom}>
        <IconTag size={17} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Hint>
  )
}
