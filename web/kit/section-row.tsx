import type { ReactNode } from 'react'
import classes from './section.module.css'

type SectionRowProps = Readonly<{
  icon?: ReactNode
  title: ReactNode
  /** Beside the title: a badge. */
  badge?: ReactNode
  text?: ReactNode
  /** At the right end. */
  action?: ReactNode
}>

/** An item of a section, with its actions at the end. */
export function SectionRow({ icon, title, badge, text, action }: SectionRowProps) {
  return (
    <div className={classes['row']}>
      {icon && (
        <span className={classes['icon']} aria-hidden>
          {icon}
        </span>
      )}
      <div className={classes['words']}>
        <p className={classes['name']}>
          <span className={classes['label']}>{title}</span> {badge}
        </p>
        {text !== undefined && <div className={classes['note']}>{text}</div>}
      </div>
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  )
}
