import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import classes from './record-line.module.css'

type RecordLineProps = Readonly<{
  /** The record's screen; the entire line leads there. */
  to: string
  picture?: ReactNode
  title: string
  /** Below the title, in gray: what distinguishes it from its neighbors. */
  text?: ReactNode
  note?: ReactNode
  /** At the right: the number people look for, and a note on it. */
  aside?: ReactNode
  /** The row's menu, at the end: `RowActions`. */
  menu?: ReactNode
}>

/** A compact record: as many as possible on a phone, each with its most important data. */
export function RecordLine({ to, picture, title, text, note, aside, menu }: RecordLineProps) {
  return (
    <article className={classes['root']}>
      {picture}
      <div className={classes['names']}>
        <h2 className={classes['title']}>
          <Link to={to} className={classes['cover']} title={title} data-card-link>
            {title}
          </Link>
        </h2>
        {text !== undefined && <div className={classes['text']}>{text}</div>}
        {note !== undefined && <div className={classes['note']}>{note}</div>}
      </div>
      {aside !== undefined && <div className={classes['aside']}>{aside}</div>}
      {menu && (
        <div className={classes['menu']} data-row-menu>
          {menu}
        </div>
      )}
    </article>
  )
}
