import type { Product } from '../../contract/products.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { DescriptionList } from '../kit/description-list.tsx'
import { Card } from '../ui/card.tsx'
import { Clamped } from '../ui/clamped.tsx'
import { ColorLabel } from '../ui/color-label.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { short } from '../ui/short.ts'
import { Money } from '../ui/tabular.tsx'
import { fullerLocation } from './fuller-location.ts'
import { codeFields } from './product-codes.ts'
import classes from './product-page.module.css'

type ProductDetailsProps = Readonly<{ product: Product; stock: ProductStock | undefined }>

/** The product's data as a list of names and values. */
export function ProductDetails({ product, stock }: ProductDetailsProps) {
  const { category, cost_price, cost_is_known, supplier, description, purchase_url } = product
  return (
    <Card title="Product Details">
      <DescriptionList
        items={[
          [
            'Category',
            category ? (
              <ColorLabel key="category" color={category.color}>
                {category.name}
              </ColorLabel>
            ) : (
              'Uncategorized'
            ),
          ],
          ...codeFields.map(({ code, label }) => [label, product[code]] as const),
          ['Primary Location', <PrimaryLocation key="location" product={product} stock={stock} />],
          ['Cost Price', cost_is_known ? <Money key="cost" cost value={cost_price} /> : 'Unknown'],
          ['Min Stock Level', formatQuantity(product.stock.minimum)],
          [
            'Supplier',
            supplier && (
              <Link
                key="supplier"
                to={recordAddress('supplier', supplier.id)}
                className={classes['supplier']}
                title={supplier.name}
              >
                {supplier.name}
              </Link>
            ),
          ],
          [
            'Purchase URL',
            purchase_url && (
              <a key="purchase" href={purchase_url} target="_blank" rel="noopener noreferrer">
                {new URL(purchase_url).host}
              </a>
            ),
          ],
          [
            'Description',
            description && (
              <Clamped key="description" lines={8}>
                {description}
              </Clamped>
            ),
          ],
          ['Last changed', <Moment key="changed" at={product.updated_at} />],
        ]}
      />
    </Card>
  )
}

/** Where most of it is; beside it, where it should be if that is elsewhere. */
function PrimaryLocation({ product: { location }, stock }: ProductDetailsProps) {
  const isElsewhere = fullerLocation(location, stock?.locations ?? []) !== null
  return (
    <>
      <Clamped lines={3}>{stock?.locations[0]?.location_name ?? location ?? 'Not set'}</Clamped>
      {isElsewhere && <span className={classes['intended']}>set to {short(location ?? '')}</span>}
    </>
  )
}
