import { Avatar, type MantineColorScheme, Menu, useMantineColorScheme, UnstyledButton } from '@mantine/core'
import {
  IconCheck,
  IconDeviceDesktop,
  IconHelpCircle,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { readMe } from '../../contract/me.ts'
import { useRead } from '../kit/api.ts'
import { initialsOf } from '../kit/person-name.ts'
import { useSession } from '../kit/session.ts'
import { signOut } from '../kit/sign-out.ts'
import { KeyboardHint } from '../ui/keyboard-hint.tsx'
import { Link } from '../ui/link.tsx'
import { OtherCompanies } from './other-companies.tsx'
import classes from './user-menu.module.css'

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const

/** The signed-in person; settings, help, light or dark, sign out. */
export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const email = useSession()?.user.email ?? ''
  const username = useRead(readMe, {}).data?.username
  // The beginning of the address, until the person chooses a name.
  const before = email.split('@')[0] ?? ''
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu width={232} alignItemsLabels="none">
      <Menu.Target>
        <UnstyledButton className={classes['target']}>
          <Avatar
            aria-hidden
            size={32}
            radius="xl"
            variant="filled"
            classNames={{ placeholder: classes['initials'] ?? '' }}
          >
            {initialsOf(username ?? before)}
          </Avatar>
          <span className={classes['hidden']}>User menu, {email}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {username !== undefined && username !== before && <span className={classes['name']}>{username}</span>}
          <span className={classes['email']}>{email}</span>
        </Menu.Label>
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} stroke={1.6} />}>
          Settings
        </Menu.Item>
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={16} stroke={1.6} />}>
          Profile
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHelpCircle size={16} stroke={1.6} />}
          rightSection={<KeyboardHint keys="?" />}
          aria-keyshortcuts="?"
          onClick={onHelp}
        >
          Help and shortcuts
        </Menu.Item>
        <OtherCompanies />
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
          {schemes.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              checkIcon={<IconCheck size={16} stroke={1.8} />}
              classNames={{ itemIndicator: classes['check'] ?? '' }}
            >
              <span className={classes['scheme']}>
                <Icon size={16} stroke={1.6} aria-hidden />
                {label}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
