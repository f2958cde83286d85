import { counted } from '../../contract/counted-nouns.ts'
import type { ImportLeftover } from '../../contract/imports.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import classes from './imports.module.css'
import own from './import-history.module.css'
import { recordAddress } from './record-address.ts'

/** What an undo had to leave, one by one: what blocks it, with the numbers, and a link. */
export function UndoLeftovers({ leftovers }: { leftovers: readonly ImportLeftover[] }) {
  return (
    <Card title="What couldn’t be undone" note={counted(leftovers.length, 'item')} flush>
      <p className={own['stayedText']}>Everything else was undone. Clear these up, then choose “Undo the rest”.</p>
      <ul className={own['leftovers']} aria-label="What couldn’t be undone">
        {leftovers.map(({ kind, record_id, sku, name, message }, index) => (
          <li key={index}>
            <p>
              <Link to={recordAddress(kind, record_id)}>{name}</Link> <span className={classes['quiet']}>{sku}</span>
            </p>
            <p className={classes['quiet']}>{message}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
