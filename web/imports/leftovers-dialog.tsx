import type { ImportRecord } from '../../contract/imports.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Link } from '../ui/link.tsx'
import { counted } from './import-text.ts'
import classes from './imports.module.css'

/** What an undo could not take back, product by product, with the numbers. */
export function LeftoversDialog({ record, onClose }: { record: ImportRecord | null; onClose: () => void }) {
  return (
    <Dialog title="What stayed" opened={record !== null} onClose={onClose}>
      {record && (
        <>
          <p className={classes['quiet']}>
            Everything else of this import was taken back. {counted(record.leftovers.length, 'product')} stayed; once
            their goods are back, the rest can be undone, too.
          </p>
          <ul className={classes['leftovers']}>
            {record.leftovers.map(({ product_id, sku, name, message }, index) => (
              <li key={index}>
                <Link to={`/products/${product_id}`} onClick={onClose}>
                  {name}
                </Link>{' '}
                <span className={classes['quiet']}>{sku}</span>
                <p>{message}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
