import { formatQuantity } from '../../contract/quantity.ts'
import type { Product } from '../../contract/products.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Money } from '../ui/tabular.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import classes from './product-page.module.css'

/** Other products of the same category; hidden if there are none. */
export function RelatedProducts({ related }: Pick<Product, 'related'>) {
  if (related.length === 0) return null
  const withPictures = related.some(({ image }) => image !== null)
  return (
    <Card flush title="Related Products">
      <ul className={classes['related']}>
        {related.map(({ id, name, image, price, on_hand }) => (
          <li key={id}>
            <Link to={recordAddress('product', id)} className={classes['relatedLink']}>
              {withPictures && <Thumbnail src={image} size={36} />}
              <span className={classes['relatedName']} title={name}>
                {name}
              </span>
              <span className={classes['relatedNumbers']}>
                <Money value={price} />
                <span className={classes['inStock']}>{formatQuantity(on_hand)} in stock</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
