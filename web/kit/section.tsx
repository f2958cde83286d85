import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

type SectionProps = Readonly<{
  title: string
  /** Its purpose, in a sentence or two. */
  text?: ReactNode
  children: ReactNode
}>

/** A section of a page: name and purpose on the left, content on the right; stacked on phones. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes['root']} aria-labelledby={id}>
      <header className={classes['head']}>
        <h2 className={classes['title']} id={id}>
          {title}
        </h2>
        {text !== undefined && <p className={classes['text']}>{text}</p>}
      </header>
      <div className={classes['card']}>{children}</div>
    </section>
  )
}

/** Part of a section's card, separated by a line. */
export function SectionPart({ children }: { children: ReactNode }) {
  return <div className={classes['part']}>{children}</div>
}
