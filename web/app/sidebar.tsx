import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { Link } from '../ui/link.tsx'
import { CompanySwitcher } from './company-switcher.tsx'
import { isActive, navigation, type NavigationEntry } from './navigation.ts'
import classes from './sidebar.module.css'

type SidebarProps = Readonly<{
  /** Icons only, with the names as tooltips. */
  folded: boolean
  onFold?: () => void
  /** Given if the sidebar covers the screen (small screens). */
  onClose?: () => void
}>

export function Sidebar({ folded, onFold, onClose }: SidebarProps) {
  return (
    <nav className={classes['root']} data-folded={folded || undefined} aria-label="Main">
      <div className={classes['head']}>
        <CompanySwitcher folded={folded} />
        {onClose && (
          <ActionIcon onClick={onClose} aria-label="Close navigation">
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      <div className={classes['nav']}>
        {navigation.map((group) => (
          <ul key={group[0]?.to} className={classes['group']}>
            {group.map((entry) => (
              <Entry key={entry.to} entry={entry} folded={folded} />
            ))}
          </ul>
        ))}
      </div>
      {onFold && (
        <div className={classes['foot']}>
          <Tooltip label="Expand sidebar" position="right" disabled={!folded}>
            <button
              type="button"
              className={classes['fold']}
              onClick={onFold}
              aria-label={folded ? 'Expand sidebar' : 'Collapse sidebar'}
            >
              {folded ? (
                <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
              ) : (
                <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
              )}
              <span className={classes['label']}>Collapse</span>
            </button>
          </Tooltip>
        </div>
      )}
    </nav>
  )
}

function Entry({ entry, folded }: { entry: NavigationEntry; folded: boolean }) {
  const active = useRouterState({ select: (state) => isActive(entry.to, state.location.pathname) })
  const Icon = entry.icon
  return (
    <li>
      <Tooltip label={entry.label} position="right" disabled={!folded}>
        <Link
          to={entry.to}
          className={classes['entry']}
          data-active={active || undefined}
          aria-current={active ? 'page' : undefined}
        >
          <Icon size={18} stroke={1.6} aria-hidden />
          <span className={classes['label']}>{entry.label}</span>
        </Link>
      </Tooltip>
    </li>
  )
}
