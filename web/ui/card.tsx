import type { ReactNode } from 'react'
import classes from './card.module.css'

type CardProps = Readonly<{
  /** With a title the card is a section with a heading and a line under it. */
  title?: ReactNode
  /** Beside the title, in gray: a count, a unit. */
  note?: ReactNode
  /** At the right end of the title: a link ("View All"), a small button. */
  aside?: ReactNode
  /** True lets the content touch the borders: tables and lists. */
  flush?: boolean
  className?: string | undefined
  /** True hides what follows the card until it has loaded, so that nothing shifts. */
  reading?: boolean
  children: ReactNode
}>

/** A bordered surface; the unit that screens are laid out with. */
export function Card({ title, note, aside, flush = false, className, reading = false, children }: CardProps) {
  return (
    <section className={[classes['root'], className].filter(Boolean).join(' ')} data-reading={reading || undefined}>
      {title !== undefined && (
        <header className={classes['head']}>
          <h2 className={classes['title']}>{title}</h2>
          {note !== undefined && <span className={classes['note']}>{note}</span>}
          {aside !== undefined && <div className={classes['aside']}>{aside}</div>}
        </header>
      )}
      <div className={flush ? classes['flush'] : classes['body']}>{children}</div>
    </section>
  )
}
