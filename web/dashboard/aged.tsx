import type { ReactNode } from 'react'
import { Moment } from '../ui/moment.tsx'
import classes from './aged.module.css'

type AgedProps = Readonly<{
  /** What the row is about; it's cut off before the age is. */
  text?: ReactNode
  at: string
  /** True shows the date before the age. */
  dated?: boolean
}>

/** The second line of a row: what it is about, and how long ago. */
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
