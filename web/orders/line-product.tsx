import { recordAddress } from '../../contract/record-addresses.ts'
import { Link } from '../ui/link.tsx'
import type { DocumentLine } from './document-lines.ts'
import classes from './lines-card.module.css'

/** Estimated height of a line until it is drawn. */
export const lineHeightPx = () => 48

/** A line's product, with its note. */
export function LineProduct({ line }: { line: DocumentLine }) {
  return (
    <>
      <Link to={recordAddress('product', line.product_id)} className={classes['name']} title={line.product_name}>
        <span className={classes['nameText']}>{line.product_name}</span>
      </Link>
      <span className={classes['sku']} title={line.product_sku}>
        {line.product_sku}
      </span>
      {line.note !== null && <span className={classes['note']}>{line.note}</span>}
    </>
  )
}
