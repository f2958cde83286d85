import type { ProductListItem } from '../../contract/products.ts'
import type { ExplainedNumber } from '../../contract/explained-stock.ts'
import type { Past } from '../kit/as-of-text.ts'
import type { Column } from '../kit/columns.ts'
import { StockNumber } from '../stock/stock-number.tsx'
import { Money, Quantity } from '../ui/tabular.tsx'
import { productColumns } from './product-columns.tsx'
import classes from './products.module.css'

/** The identifying data is current; the figures are those of that time. Sorted only by what doesn't change. */
const lasting = ['image', 'name', 'category'].flatMap((id) => productColumns.filter((column) => column.id === id))

/** The table of products at a past moment. */
export function pastColumns(past: Past): readonly Column<ProductListItem>[] {
  return [
    ...lasting,
    {
      id: 'price',
      header: 'Price at that time',
      width: 150,
      align: 'right',
      priority: 2,
      cell: ({ stock_as_of }) => <Money value={stock_as_of?.price} />,
    },
    number(past, 'available', 'Available', { priority: 1 }),
    number(past, 'held', 'On hold', { optional: true, priority: 4 }),
    number(past, 'in_transit', 'In transit', { optional: true, priority: 4 }),
    number(past, 'incoming', 'Incoming', { optional: true, priority: 4 }),
    number(past, 'on_hand', 'On hand', {}),
    {
      id: 'value_at_cost',
      header: 'Value at cost',
      width: 136,
      align: 'right',
      priority: 3,
      cell: ({ stock_as_of }) => <Money value={stock_as_of?.cost_is_known ? stock_as_of.value_at_cost : null} />,
    },
    {
      id: 'value_at_price',
      header: 'Retail value',
      width: 136,
      align: 'right',
      priority: 1,
      cell: ({ stock_as_of }) => <Money value={stock_as_of?.value_at_price} />,
    },
  ]
}

function number(
  past: Past,
  account: ExplainedNumber,
  header: string,
  more: Pick<Column<ProductListItem>, 'optional' | 'priority'>,
): Column<ProductListItem> {
  return {
    id: account,
    header,
    width: 100,
    align: 'right',
    ...more,
    cell: (product) => <PastNumber product={product} account={account} past={past} />,
  }
}

/** A past number of a product: it opens the movements up to that time. */
export function PastNumber({
  product,
  account,
  past,
}: Readonly<{ product: ProductListItem; account: ExplainedNumber; past: Past }>) {
  const value = product.stock_as_of?.[account]
  if (value === undefined || (value === 0 && account !== 'on_hand')) return <Quantity value={value} zeroAsDash />
  const opens = (
    <StockNumber value={value} account={account} product={product.name} product_id={product.id} past={past} />
  )
  return account === 'on_hand' ? <strong className={classes['onHand']}>{opens}</strong> : opens
}
