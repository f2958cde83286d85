import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import classes from './record-line.module.css'

type RecordLineProps = Readonly<{
  /** The record's screen; the whole line leads there. */
  to: string
  picture?: ReactNode
  title: string
  /** Under the title, in gray: what tells it from its neighbors. */
  text?: ReactNode
  note?: ReactNode
  /** At the right end: the number people look for, and what is to say about it. */
  aside?: ReactNode
}>

/** A record in little: as many as possible on a phone, each with what one looks for in passing. */
export function RecordLine({ to, picture, title, text, note, aside }: RecordLineProps) {
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
    </article>
  )
}
