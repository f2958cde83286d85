import type { ProductListItem } from '../../contract/products.ts'
import type { Past } from '../kit/as-of-text.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { ColorLabel } from '../ui/color-label.tsx'
import { Money } from '../ui/tabular.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { PastNumber } from './past-columns.tsx'
import { productAddress } from './product-address.ts'
import classes from './products.module.css'

export type PastProps = Readonly<{ product: ProductListItem; past: Past }>

/** A product in the grid at a past moment. */
export function PastCard({ product, past }: PastProps) {
  const { name, sku, category, image, stock_as_of } = product
  return (
    <RecordCard
      to={productAddress(product.id, past)}
      picture={<Thumbnail src={image} size={56} />}
      title={name}
      text={
        <span className={classes['under']}>
          <span className={classes['sku']} title={sku}>
            {sku}
          </span>
          <ColorLabel color={category?.color}>{category?.name ?? 'Uncategorized'}</ColorLabel>
        </span>
      }
      facts={[
        ['On hand', <PastNumber key="on_hand" product={product} account="on_hand" past={past} />],
        ['Available', <PastNumber key="available" product={product} account="available" past={past} />],
        ['Price at that time', <Money key="price" value={stock_as_of?.price} />],
        ['Retail value', <Money key="value" value={stock_as_of?.value_at_price} />],
      ]}
    />
  )
}
