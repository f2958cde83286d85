import { Avatar, type MantineColorScheme, Menu, useMantineColorScheme, UnstyledButton } from '@mantine/core'
import {
  IconBike,
  IconBuildingStore,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { forgetKept } from '../kit/kept-forms.ts'
import { queryClient } from '../kit/query-client.ts'
import { auth, useSession } from '../kit/session.ts'
import { useOrganizations } from '../kit/use-organizations.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'
import { Link } from '../ui/link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './user-menu.module.css'

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'Same as system', icon: IconDeviceDesktop },
] as const

/** Who is signed in; settings, light or dark, sign out. */
export function UserMenu() {
  const email = useSession()?.user.email ?? ''
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { current, all } = useOrganizations()
  const switchTo = useSwitchOrganization()
  const others = all.filter(({ org_id }) => org_id !== current?.org_id)
  return (
    <Menu width={232}>
      <Menu.Target>
        <UnstyledButton className={classes['target']}>
          <Avatar
            aria-hidden
            size={32}
            radius="xl"
            name={email}
            variant="filled"
            classNames={{ placeholder: classes['initials'] ?? '' }}
          >
            {initials(email)}
          </Avatar>
          <span className={classes['hidden']}>User menu, {email}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} stroke={1.6} />}>
          Settings
        </Menu.Item>
        {others.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>Switch company</Menu.Label>
            {others.map(({ org_id, name, is_sample }) => (
              <Menu.Item
                key={org_id}
                leftSection={
                  is_sample ? <IconBike size={16} stroke={1.6} /> : <IconBuildingStore size={16} stroke={1.6} />
                }
                rightSection={is_sample && <StatusBadge tone="brand">Sample</StatusBadge>}
                classNames={{ itemLabel: classes['organization'] ?? '' }}
                onClick={() => void switchTo(org_id)}
              >
                {name}
              </Menu.Item>
            ))}
          </>
        )}
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
          {schemes.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem key={value} value={value}>
              <span className={classes['scheme']}>
                <Icon size={16} stroke={1.6} aria-hidden />
                {label}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/**
 * Ends this session, and with it what the browser holds of the organisation, unsaved forms as well; the guards then lead to /auth. Scope `local` forgets the
 * session here before the server is asked to end it, so whoever leaves a shared computer is out even when no answer comes.
 */
async function signOut(): Promise<void> {
  forgetKept()
  await auth.signOut({ scope: 'local' })
  queryClient.clear()
  // What was still being written down while the session ended.
  forgetKept()
}

/** Two letters of the part before the at-sign: `anna.field@…` is AF, `anna@…` is AN. */
function initials(email: string): string {
  const [first = '', second = ''] = (email.split('@')[0] ?? '').split(/[._-]+/)
  return (second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2)).toUpperCase()
}
