import type { ReactNode } from 'react'
import classes from './description-list.module.css'

/** Names and values of a record. A value that is missing reads as a dash. */
export function DescriptionList({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes['root']}>
      {items.map(([name, value]) => (
        <div key={name} className={classes['row']}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
