import { ActionIcon } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { Hint } from '../ui/hint.tsx'

/** Opens a dialog for labels; only an icon, because it is needed less often than what stands beside it. */
export function PrintLabelsButton({ onClick, visibleFrom }: { onClick: () => void; visibleFrom?: 'sm' }) {
  return (
    <Hint label="Print Labels">
      <ActionIcon variant="default" size={36} aria-label="Print Labels" onClick={onClick} visibleFrom={visibleFrom}>
        <IconTag size={17} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Hint>
  )
}
