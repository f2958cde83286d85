import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type EmptyStateProps = Readonly<{
  icon?: Icon
  title: string
  /** What to do about it, in a sentence. */
  text?: ReactNode
  action?: ReactNode
  /** Its action replaces the bottom bar on phones, so that there is only one. */
  leads?: boolean
  /** Less padding, for cards. */
  compact?: boolean
  /** It fills the screen, so its title is the screen's heading. */
  screen?: boolean
}>

/** The empty state: what is missing, and how to create it. */
export function EmptyState({
  icon: Icon,
  title,
  text,
  action,
  leads = false,
  compact = false,
  screen = false,
}: EmptyStateProps) {
  const Title = screen ? 'h1' : 'p'
  return (
    <div className={classes['root']} data-compact={compact || undefined}>
      {Icon && (
        <span className={classes['icon']} aria-hidden>
          <Icon size={22} stroke={1.5} />
        </span>
      )}
      <Title className={classes['title']}>{title}</Title>
      {text !== undefined && <p className={classes['text']}>{text}</p>}
      {action !== undefined && (
        <div className={classes['action']} data-leads={leads || undefined}>
          {action}
        </div>
      )}
    </div>
  )
}
