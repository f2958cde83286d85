import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { Clamped } from '../ui/clamped.tsx'
import classes from './order-document.module.css'

type DetailsCardProps = Readonly<{
  /** Who and where it is for; parts without content are left out. */
  details: readonly (readonly [label: string, content: ReactNode])[]
  notes: string | null
}>

/** The order's customer or supplier, its addresses, and its notes. */
export function DetailsCard({ details, notes }: DetailsCardProps) {
  return (
    <Card flush>
      <dl className={classes['details']}>
        {details.map(([label, content]) =>
          content === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{content}</dd>
            </div>
          ),
        )}
      </dl>
      {notes && (
        <div className={classes['note']}>
          <span>Notes</span>
          <div>
            <Clamped lines={6}>{notes}</Clamped>
          </div>
        </div>
      )}
    </Card>
  )
}

/** A part's main content above its details. */
export function Strong({ children }: { children: ReactNode }) {
  return <span className={classes['strong']}>{children}</span>
}
