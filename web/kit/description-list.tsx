import type { ReactNode } from 'react'
import { Clamped } from '../ui/clamped.tsx'
import classes from './description-list.module.css'

/** Names and values of a record. A missing value is shown as a dash. */
export function DescriptionList({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes['root']}>
      {items.map(([name, value]) => (
        <div key={name} className={classes['row']}>
          <dt>{name}</dt>
          <dd>{shown(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function shown(value: ReactNode): ReactNode {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? <Clamped lines={3}>{value}</Clamped> : value
}
