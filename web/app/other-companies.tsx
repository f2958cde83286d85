import { Menu } from '@mantine/core'
import { IconBike, IconBuildingStore } from '@tabler/icons-react'
import { useOrganizations } from '../kit/use-organizations.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './user-menu.module.css'

export function OtherCompanies() {
  const { current, all } = useOrganizations()
  const switchTo = useSwitchOrganization()
  const others = all.filter(({ org_id }) => org_id !== current?.org_id)
  if (others.length === 0) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Switch company</Menu.Label>
      {others.map(({ org_id, name, is_sample }) => (
        <Menu.Item
          key={org_id}
          leftSection={is_sample ? <IconBike size={16} stroke={1.6} /> : <IconBuildingStore size={16} stroke={1.6} />}
          rightSection={is_sample && <StatusBadge tone="brand">Sample</StatusBadge>}
          classNames={{ itemLabel: classes['organization'] ?? '' }}
          onClick={() => void switchTo(org_id)}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  )
}
