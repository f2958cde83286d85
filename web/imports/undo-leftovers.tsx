import type { ImportRecord } from '../../contract/imports.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import classes from './imports.module.css'
import own from './import-history.module.css'
import { itemsLeft } from './import-text.ts'
import { importedRecordAddress } from './record-address.ts'

type UndoLeftoversProps = Readonly<{
  result: Pick<ImportRecord, 'leftovers' | 'leftover_count' | 'anything_undone'>
}>

/** What an undo had to leave, one by one: what blocks it, with the numbers, and a link. */
export function UndoLeftovers({ result }: UndoLeftoversProps) {
  const { leftovers, leftover_count, anything_undone } = result
  const more = (leftover_count ?? 0) - leftovers.length
  return (
    <Card title="What couldn’t be undone" note={itemsLeft(result)} flush>
      <p className={own['stayedText']}>
        {anything_undone && 'Everything else was undone. '}
        Fix {leftovers.length === 1 ? 'this' : 'these'}, then choose “Undo the rest”.
      </p>
      <ul className={own['leftovers']} aria-label="What couldn’t be undone">
        {leftovers.map(({ kind, record_id, sku, name, message }, index) => (
          <li key={index}>
            <p>
              <Link to={importedRecordAddress(kind, record_id)}>{name}</Link>{' '}
              <span className={classes['quiet']}>{sku}</span>
            </p>
            <p>{message}</p>
          </li>
        ))}
        {more > 0 && <li>and {formatQuantity(more)} more</li>}
      </ul>
    </Card>
  )
}
