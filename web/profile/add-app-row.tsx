import { Button } from '@mantine/core'
import { IconDeviceMobile, IconPlus } from '@tabler/icons-react'
import { SectionRow } from '../kit/section-row.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'

export function AddAppRow({ isFirst, onAdd }: Readonly<{ isFirst: boolean; onAdd: () => void }>) {
  if (!isFirst)
    return (
      <SectionRow
        icon={<IconPlus size={20} stroke={1.6} />}
        title="Another app"
        text="A second app lets you sign in if you lose the first."
        action={
          <Button variant="default" onClick={onAdd}>
            Add app
          </Button>
        }
      />
    )
  return (
    <SectionRow
      icon={<IconDeviceMobile size={20} stroke={1.6} />}
      title="Authenticator app"
      badge={<StatusBadge tone="gray">Off</StatusBadge>}
      text="Such as 1Password, Google Authenticator or Authy."
      action={<Button onClick={onAdd}>Set up</Button>}
    />
  )
}
