import { useRouterState } from '@tanstack/react-router'
import { Hint } from '../ui/hint.tsx'
import { Link } from '../ui/link.tsx'
import { isActive, type NavigationEntry } from './navigation.ts'
import classes from './sidebar.module.css'

/** A link to a screen; in the folded sidebar only its icon. */
export function SidebarEntry({ entry, folded }: { entry: NavigationEntry; folded: boolean }) {
  const active = useRouterState({ select: (state) => isActive(entry.to, state.location.pathname) })
  const Icon = entry.icon
  return (
    <li>
      <Hint label={entry.label} position="right" disabled={!folded}>
        <Link
          to={entry.to}
          className={classes['entry']}
          data-active={active || undefined}
          aria-current={active ? 'page' : undefined}
        >
          <Icon size={18} stroke={1.6} aria-hidden />
          <span className={classes['label']}>{entry.label}</span>
        </Link>
      </Hint>
    </li>
  )
}
