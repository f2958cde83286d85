import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { AuditChanges } from './audit-changes.tsx'
import { ChangedValue } from './changed-value.tsx'
import classes from './record-history.module.css'
import type { SavedPart } from './save-parts.ts'
import type { Save } from './saves.ts'

type SaveLineProps = Readonly<{
  save: Save
  note: string | null
  /** Values shown initially; the others are one press away. */
  valuesShown: number
}>

/** One save of a record: who changed what, and when. */
export function SaveLine({ save, note, valuesShown }: SaveLineProps) {
  const [isOpen, setOpen] = useState(false)
  const { parts, details, author, at } = save
  const count = parts.reduce((sum, { values }) => sum + values.length, 0)
  return (
    <>
      {firstValues(parts, isOpen ? count : valuesShown).map(({ title, values, link }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of a save have no other name than their place
        <div key={index} className={classes['part']}>
          <p className={index === 0 ? classes['title'] : undefined}>
            {title}
            {link && (
              <>
                {' · '}
                <Link to={link.to}>{link.text}</Link>
              </>
            )}
          </p>
          {index === 0 && (
            <p className={classes['who']}>
              {author} · <Moment at={at} as="dated" />
            </p>
          )}
          {index === 0 && note !== null && <p className={classes['note']}>{note}</p>}
          {values.length > 0 && (
            <ul className={classes['values']}>
              {values.map((value, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- two lines of an order may be of one product
                <li key={`${value.label} ${place}`}>
                  <ChangedValue {...value} />
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {count > valuesShown && (
        <UnstyledButton className={classes['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all ${count} changes`}
        </UnstyledButton>
      )}
      {details && details.changes.length > 0 && (
        <details className={classes['details']}>
          <summary>Details</summary>
          <AuditChanges entry={details} />
        </details>
      )}
    </>
  )
}

/** The parts of a save with this many of their values, from the first on. */
function firstValues(parts: readonly SavedPart[], most: number): SavedPart[] {
  let left = most
  return parts.map((part) => {
    const values = part.values.slice(0, left)
    left -= values.length
    return { ...part, values }
  })
}
