import type { ProductListItem } from '../../contract/products.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { StockNumber } from '../stock/stock-number.tsx'
import { ColorLabel } from '../ui/color-label.tsx'
import { Money } from '../ui/tabular.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { LocationsOnCard } from './product-locations.tsx'
import { ProductStatus } from './product-status.tsx'
import classes from './products.module.css'

/** A product in the grid: the entire card opens it, and each number explains itself. */
export function ProductCard({ product, actions }: { product: ProductListItem; actions: readonly RowAction[] }) {
  const { id, name, sku, description, category, image, price, stock, archived_at } = product
  return (
    <RecordCard
      to={recordAddress('product', id)}
      picture={image && <Thumbnail src={image} size={56} />}
      title={name}
      text={
        <span className={classes['under']}>
          <span className={classes['sku']} title={sku}>
            {sku}
          </span>
          <ColorLabel color={category?.color}>{category?.name ?? 'Uncategorized'}</ColorLabel>
        </span>
      }
      badge={<ProductStatus stock={stock} archived={archived_at !== null} />}
      menu={actions.length > 0 && <RowActions of={name} actions={actions} />}
      facts={[
        ['Price', <Money key="price" value={price} />],
        ['Total stock', <StockNumber key="stock" value={stock.on_hand} product={name} product_id={id} />],
      ]}
      hint="View Details"
    >
      {description && <p className={classes['description']}>{description}</p>}
      <LocationsOnCard {...product} />
    </RecordCard>
  )
}
