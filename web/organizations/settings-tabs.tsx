import type { Permission } from '../../contract/permissions.ts'
import { useMayAny } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import classes from './settings-tabs.module.css'

type Tab = Readonly<{ label: string; to: string; needs: Permission }>

/** The pages of the company's settings. One stands here when it works. */
const tabs: readonly Tab[] = [
  { label: 'General', to: '/settings', needs: 'settings.read' },
  { label: 'Members', to: '/settings/members', needs: 'members.read' },
  { label: 'API keys', to: '/settings/api-keys', needs: 'api_keys.write' },
  { label: 'Webhooks', to: '/settings/webhooks', needs: 'webhooks.write' },
]

/** Leads between the pages of the company's settings, below their title. */
export function SettingsTabs() {
  const may = useMayAny()
  return (
    <nav aria-label="Settings" className={classes['root']}>
      {tabs
        .filter(({ needs }) => may(needs))
        .map(({ label, to }) => (
          <Link key={to} to={to} exact className={classes['tab']}>
            {label}
          </Link>
        ))}
    </nav>
  )
}
