import { RecordLine } from '../kit/record-line.tsx'
import { ColorLabel } from '../ui/color-label.tsx'
import { Money } from '../ui/tabular.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import type { PastProps } from './past-card.tsx'
import { productAddress } from './product-address.ts'
import { PastNumber } from './past-columns.tsx'
import classes from './products.module.css'

/** The compact form for phones. */
export function PastLine({ product, past }: PastProps) {
  const { name, sku, category, image, stock_as_of } = product
  return (
    <RecordLine
      to={productAddress(product.id, past)}
      picture={<Thumbnail src={image} size={36} />}
      title={name}
      text={
        <span className={classes['lineText']}>
          <span className={classes['sku']}>{sku}</span>
          {category && <ColorLabel color={category.color}>{category.name}</ColorLabel>}
        </span>
      }
      aside={
        <>
          <strong className={classes['lineStock']}>
            <PastNumber product={product} account="on_hand" past={past} />
          </strong>
          <span className={classes['quiet']}>
            <Money value={stock_as_of?.value_at_price} />
          </span>
        </>
      }
    />
  )
}
