import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { Hint } from '../ui/hint.tsx'
import { CompanySwitcher } from './company-switcher.tsx'
import { navigation } from './navigation.ts'
import { SidebarEntry } from './sidebar-entry.tsx'
import classes from './sidebar.module.css'

type SidebarProps = Readonly<{
  /** Icons only, with the names as tooltips. */
  folded: boolean
  onFold?: () => void
  /** Given if the sidebar covers the screen (small screens). */
  onClose?: () => void
}>

export const Sidebar = memo(function Sidebar({ folded, onFold, onClose }: SidebarProps) {
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
              <SidebarEntry key={entry.to} entry={entry} folded={folded} />
            ))}
          </ul>
        ))}
      </div>
      {onFold && (
        <div className={classes['foot']}>
          <Hint label="Expand sidebar" position="right" disabled={!folded}>
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
          </Hint>
        </div>
      )}
    </nav>
  )
})
