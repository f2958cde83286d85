import type { ReactNode } from 'react'
import type { ProductListItem } from '../../contract/products.ts'
import { exactUnits, formatQuantity, quantityOf } from '../../contract/quantity.ts'
import type { Column } from '../kit/columns.ts'
import { StockNumber } from '../stock/stock-number.tsx'
import { ColorLabel } from '../ui/color-label.tsx'
import { Moment } from '../ui/moment.tsx'
import { Money, Quantity } from '../ui/tabular.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { LocationsInColumn } from './product-locations.tsx'
import { ProductStatus } from './product-status.tsx'
import classes from './products.module.css'

/** The table of products. Color only for the category and for warnings. */
export const productColumns: readonly Column<ProductListItem>[] = [
  {
    id: 'image',
    header: 'Image',
    quiet: true,
    width: 48,
    priority: 3,
    cell: ({ image }) => <Thumbnail src={image} size={28} />,
  },
  {
    id: 'name',
    header: 'Product',
    sort: 'name',
    link: true,
    minWidth: 252,
    cell: ({ name, sku }) => (
      <>
        {name} <span className={classes['skuAfter']}>{sku}</span>
      </>
    ),
  },
  {
    id: 'category',
    header: 'Category',
    width: 160,
    sort: 'category',
    priority: 2,
    cell: ({ category }) =>
      category ? <ColorLabel color={category.color}>{category.name}</ColorLabel> : <Quiet>–</Quiet>,
  },
  {
    id: 'locations',
    header: 'Locations',
    minWidth: 190,
    priority: 4,
    cell: (product) => (
      <Quiet>
        <LocationsInColumn product={product} />
      </Quiet>
    ),
  },
  {
    id: 'price',
    header: 'Price',
    width: 88,
    align: 'right',
    sort: 'price',
    descendingFirst: true,
    priority: 1,
    cell: ({ price }) => <Money value={price} />,
  },
  {
    id: 'minimum',
    header: 'Minimum',
    width: 100,
    align: 'right',
    sort: 'minimum',
    descendingFirst: true,
    priority: 3,
    cell: ({ stock }) => (
      <Quiet>
        <Quantity value={stock.minimum} zeroAsDash />
      </Quiet>
    ),
  },
  {
    id: 'available',
    header: 'Available',
    width: 116,
    align: 'right',
    priority: 2,
    cell: (product) => <Available product={product} />,
  },
  {
    id: 'incoming',
    header: 'Incoming',
    width: 100,
    align: 'right',
    priority: 5,
    optional: true,
    cell: (product) => <Opening product={product} account="incoming" />,
  },
  {
    id: 'on_hand',
    header: 'On hand',
    width: 88,
    align: 'right',
    sort: 'on_hand',
    descendingFirst: true,
    cell: ({ id, name, stock }) => (
      <strong className={classes['onHand']}>
        <StockNumber value={stock.on_hand} product={name} product_id={id} />
      </strong>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 124,
    sort: 'status',
    directions: ['Out of stock first', 'In stock first'],
    priority: 1,
    cell: ({ stock, archived_at }) => <ProductStatus stock={stock} archived={archived_at !== null} />,
  },
  {
    id: 'created_at',
    header: 'Added',
    width: 130,
    sort: 'created_at',
    descendingFirst: true,
    directions: ['Oldest first', 'Newest first'],
    priority: 5,
    optional: true,
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
]

/** A stock number that opens its movements, or a dash. */
function Opening({ product, account }: Readonly<{ product: ProductListItem; account: 'available' | 'incoming' }>) {
  const { id, name, stock } = product
  if (stock[account] === 0) return <Quantity value={0} zeroAsDash />
  return <StockNumber value={stock[account]} account={account} product={name} product_id={id} />
}

/** The available quantity and, if some has expired, how much of it. */
function Available({ product }: { product: ProductListItem }) {
  const { available, to_promise } = product.stock
  if (to_promise === available) return <Opening product={product} account="available" />
  return (
    <span className={classes['partlyExpired']}>
      <span className={classes['expired']} title={`${formatQuantity(to_promise)} sellable`}>
        {formatQuantity(quantityOf(exactUnits(available) - exactUnits(to_promise)))} expired
      </span>
      <Opening product={product} account="available" />
    </span>
  )
}

function Quiet({ children }: { children: ReactNode }) {
  return <span className={classes['quiet']}>{children}</span>
}
