import type { ImportRecord } from '../../contract/imports.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Link } from '../ui/link.tsx'
import classes from './imports.module.css'

const screens = {
  product: '/products',
  category: '/categories',
  supplier: '/suppliers',
  location: '/locations',
} as const

/**
 * What an undo could not take back, one by one: goods that have left, with the numbers, and fields that someone
 * changed since.
 */
export function LeftoversDialog({ record, onClose }: { record: ImportRecord | null; onClose: () => void }) {
  return (
    <Dialog title="What stayed" opened={record !== null} onClose={onClose}>
      {record && (
        <>
          <p className={classes['quiet']}>
            The rest of this import was undone. Restore these to how the import left them, then undo again.
          </p>
          <ul className={classes['leftovers']}>
            {record.leftovers.map(({ kind, record_id, sku, name, message }, index) => (
              <li key={index}>
                <Link to={`${screens[kind]}/${record_id}`} onClick={onClose}>
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
