import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import classes from './record-card.module.css'

type RecordCardProps = Readonly<{
  /** The record's screen; the entire card leads there. */
  to?: string
  picture?: ReactNode
  title: ReactNode
  /** Under the title, in gray. */
  text?: ReactNode
  badge?: ReactNode
  /** The row's menu, in the corner: `RowActions`. */
  menu?: ReactNode
  /** Label and value pairs at the bottom: price, on hand. */
  facts?: readonly (readonly [label: string, value: ReactNode])[]
  /** The same columns on every card of the list, whatever the figures. */
  factColumns?: 3
  /** What opening the card shows, as a tooltip; visual only, because the card's link has a name. */
  hint?: string
  /** Buttons of their own. */
  actions?: ReactNode
  /** Less padding: for lists that should show as much as possible. */
  dense?: boolean
  /** A colored bar on top (categories). */
  color?: string | null
  children?: ReactNode
}>

/** A record as a card in a list. */
export function RecordCard({
  to,
  picture,
  title,
  text,
  badge,
  menu,
  facts,
  factColumns,
  hint,
  actions,
  dense,
  color,
  children,
}: RecordCardProps) {
  return (
    <article className={classes['root']} data-dense={dense || undefined}>
      {color !== undefined && (
        <span className={classes['bar']} style={{ background: color ?? '#d1d5db' }} aria-hidden />
      )}
      <div className={classes['head']}>
        {picture && <div className={classes['picture']}>{picture}</div>}
        <h2 className={classes['title']} {...(typeof title === 'string' ? { title } : {})}>
          {to ? (
            <Link to={to} className={classes['cover']} data-card-link>
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {text !== undefined && <div className={classes['text']}>{text}</div>}
        {badge && <div className={classes['badge']}>{badge}</div>}
        {menu && (
          <div className={classes['menu']} data-row-menu>
            {menu}
          </div>
        )}
      </div>
      {children}
      {facts && (
        <div className={classes['foot']}>
          <dl className={classes['facts']} data-columns={factColumns}>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {hint !== undefined && (
            <span className={classes['hint']} aria-hidden>
              {hint}
            </span>
          )}
        </div>
      )}
      {actions && <div className={classes['actions']}>{actions}</div>}
    </article>
  )
}
