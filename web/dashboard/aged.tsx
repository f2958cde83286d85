import type { ReactNode } from 'react'
import { Moment } from '../ui/moment.tsx'
import classes from './aged.module.css'

type AgedProps = Readonly<{
  /** The row's subject; it is truncated before the age. */
  text?: ReactNode
  at: string
  /** True shows the date before the age. */
  dated?: boolean
}>

/** The second line of a row: its subject, and its age. */
export function Aged({ text, at, dated = false }: AgedProps) {
  return (
    <span className={classes['root']} data-dated={dated || undefined}>
      {text && <span className={classes['text']}>{text}</span>}
      <span className={classes['age']}>
        {text && <span className={classes['separator']}> · </span>}
        <Moment at={at} as={dated ? 'dated' : 'relative'} />
      </span>
    </span>
  )
}
