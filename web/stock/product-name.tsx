import { recordAddress } from '../../contract/record-addresses.ts'
import { Link } from '../ui/link.tsx'
import classes from './product-name.module.css'

type ProductNameProps = Readonly<{
  product_id: string
  /** Null for a product that no longer exists: it has no page. */
  name: string | null
  sku: string | null
}>

/**
 * A product in a table of stock movements or transfers: its name, then its SKU. In rows of two lines a long name takes
 * both, because it is what people look for; its tooltip has the SKU.
 */
export function ProductName({ product_id, name, sku }: ProductNameProps) {
  const code = <span className={classes['sku']}>{sku ?? 'N/A'}</span>
  if (name === null) return <>Product Not Found {code}</>
  return (
    <span title={`${name} ${sku ?? ''}`}>
      <Link to={recordAddress('product', product_id)} className={classes['name']}>
        {name}
      </Link>{' '}
      {code}
    </span>
  )
}
