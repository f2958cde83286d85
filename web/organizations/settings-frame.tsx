import { Menu } from '@mantine/core'
import {
  type Icon,
  IconBell,
  IconBuilding,
  IconChevronDown,
  IconFileSpreadsheet,
  IconKey,
  IconListCheck,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createImport } from '../../contract/imports.ts'
import { PageHeader } from '../kit/page-header.tsx'
import { type Asked, useMayAny } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import classes from './settings-frame.module.css'

type Section = Readonly<{ label: string; to: string; icon: Icon; needs: Asked }>

/** The sections of the settings, each with its own address. */
const groups: readonly Readonly<{ title: string; sections: readonly Section[] }>[] = [
  {
    title: 'Company',
    sections: [
      { label: 'Company Information', to: '/settings/company', icon: IconBuilding, needs: 'settings.read' },
      { label: 'Members', to: '/settings/members', icon: IconUsers, needs: 'members.read' },
    ],
  },
  {
    title: 'You',
    sections: [
      { label: 'Notification Preferences', to: '/settings/notifications', icon: IconBell, needs: 'settings.read' },
    ],
  },
  {
    title: 'Data',
    sections: [
      { label: 'Excel Data Import', to: '/settings/import', icon: IconFileSpreadsheet, needs: createImport },
      { label: 'Ledger Check', to: '/settings/ledger', icon: IconListCheck, needs: 'settings.write' },
    ],
  },
  {
    title: 'Developers',
    sections: [
      { label: 'API Keys', to: '/settings/api-keys', icon: IconKey, needs: 'api_keys.write' },
      { label: 'Webhooks', to: '/settings/webhooks', icon: IconWebhook, needs: 'webhooks.write' },
    ],
  },
]

type SettingsFrameProps = Readonly<{
  title: string
  subtitle?: ReactNode
  primary?: ReactNode
  actions?: ReactNode
  children: ReactNode
}>

/** A section of the settings: with the list of all sections beside it, on narrow screens in a menu above it. */
export function SettingsFrame({ children, ...head }: SettingsFrameProps) {
  const may = useMayAny()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const shown = groups
    .map(({ title, sections }) => ({ title, sections: sections.filter(({ needs }) => may(needs)) }))
    .filter(({ sections }) => sections.length > 0)
  return (
    <div className={classes['root']}>
      <nav aria-label="Settings" className={classes['list']}>
        {shown.map(({ title, sections }) => (
          <div key={title} className={classes['group']}>
            <p className={classes['groupTitle']}>{title}</p>
            {sections.map(({ label, to, icon: SectionIcon }) => (
              <Link key={to} to={to} aria-current={to === path ? 'page' : undefined} className={classes['entry']}>
                <SectionIcon size={18} stroke={1.6} aria-hidden />
                {label}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <div className={classes['section']}>
        <SectionMenu groups={shown} />
        <PageHeader {...head} onPhone="Settings" />
        {children}
      </div>
    </div>
  )
}

/** The same sections if there is no space beside them. */
function SectionMenu({ groups: shown }: { groups: typeof groups }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const sections = shown.flatMap((group) => group.sections)
  const here = sections.find(({ to }) => to === path)
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <button type="button" className={classes['menu']} aria-label={`Settings section: ${here?.label ?? 'choose'}`}>
          {here && <here.icon size={18} stroke={1.6} aria-hidden />}
          <span>{here?.label ?? 'Settings'}</span>
          <IconChevronDown size={16} stroke={1.7} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ title, sections: inGroup }) => (
          <div key={title}>
            <Menu.Label>{title}</Menu.Label>
            {inGroup.map(({ label, to, icon: SectionIcon }) => (
              <Menu.Item
                key={to}
                component={Link}
                to={to}
                className={classes['item'] ?? ''}
                leftSection={<SectionIcon size={18} stroke={1.6} />}
              >
                {label}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
