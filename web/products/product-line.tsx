import type { ProductListItem } from '../../contract/products.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { RecordLine } from '../kit/record-line.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { StockNumber } from '../stock/stock-number.tsx'
import { ColorLabel } from '../ui/color-label.tsx'
import { Money } from '../ui/tabular.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { locationNamesText } from './product-locations.tsx'
import { ProductStatus } from './product-status.tsx'
import classes from './products.module.css'

/** A compact product for use at the shelf: what it is, where it is stored, how many. */
export function ProductLine({ product, actions }: { product: ProductListItem; actions: readonly RowAction[] }) {
  const { id, name, sku, category, image, price, stock, archived_at } = product
  return (
    <RecordLine
      to={recordAddress('product', id)}
      picture={<Thumbnail src={image} size={36} />}
      title={name}
      text={
        <span className={classes['lineText']}>
          <span className={classes['sku']}>{sku}</span>
          {category && <ColorLabel color={category.color}>{category.name}</ColorLabel>}
        </span>
      }
      note={
        <span className={classes['lineNote']}>
          <ProductStatus stock={stock} archived={archived_at !== null} />
          <span>{locationNamesText(product)}</span>
        </span>
      }
      menu={actions.length > 0 && <RowActions of={name} actions={actions} />}
      aside={
        <>
          <strong className={classes['lineStock']}>
            <StockNumber value={stock.on_hand} product={name} product_id={id} />
          </strong>
          <span className={classes['quiet']}>
            <Money value={price} />
          </span>
        </>
      }
    />
  )
}
