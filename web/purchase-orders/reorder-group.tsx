import { Button, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { limits } from '../../contract/limits.ts'
import { listProducts, type ProductListItem } from '../../contract/products.ts'
import { createPurchaseOrder } from '../../contract/purchase-orders.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { ReorderSupplier } from '../../contract/reordering.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useMay } from '../kit/use-may.ts'
import { onItsWay } from '../stock/on-its-way.ts'
import { reorderQuantity } from '../stock/reorder-quantity.ts'
import { Link } from '../ui/link.tsx'
import { Quantity } from '../ui/tabular.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { newReorderAddress, ofSupplier } from './reorder.ts'
import classes from './reorder-page.module.css'

const shownFirst = 8

/** The products to reorder from one supplier, or those without one, and a new order with them. */
export function ReorderGroup({ group: { supplier, product_count, draft_count } }: { group: ReorderSupplier }) {
  const [isOpen, setOpen] = useState(false)
  const mayOrder = useMay(createPurchaseOrder) === true
  const limit = isOpen ? limits.reorderedAtOnce : shownFirst
  const list = useRead(listProducts, { ...ofSupplier(supplier?.id), limit }, { keepPrevious: true })
  const shown = list.data?.items
  const isInactive = supplier?.status === 'inactive'
  return (
    <section className={classes['group']}>
      <header className={classes['head']}>
        <div className={classes['headText']}>
          <h2 className={classes['supplier']}>
            {supplier ? <Link to={recordAddress('supplier', supplier.id)}>{supplier.name}</Link> : 'No supplier'}
          </h2>
          <span className={classes['note']}>
            {isInactive ? 'Inactive supplier' : counted(product_count, 'product')}
          </span>
        </div>
        {supplier && draft_count > 0 && (
          <Link to={`/purchase-orders?status=draft&supplier=${supplier.id}`}>{counted(draft_count, 'draft')}</Link>
        )}
        {mayOrder && !isInactive && (
          <Button
            component={Link}
            to={newReorderAddress(supplier?.id)}
            size="compact-md"
            variant="default"
            leftSection={<IconPlus size={15} />}
            aria-label={`Create order for ${supplier?.name ?? 'products without a supplier'}`}
          >
            Create order
          </Button>
        )}
      </header>
      {list.error && !shown ? (
        <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
      ) : !shown ? (
        <RowSkeletons rows={Math.min(product_count, shownFirst)} />
      ) : (
        <ProductsToReorder products={shown} label={supplier?.name ?? 'No supplier'} />
      )}
      {shown && product_count > shownFirst && (
        <UnstyledButton className={classes['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show ${formatQuantity(product_count - shownFirst)} more`}
        </UnstyledButton>
      )}
    </section>
  )
}

const figures = ['Sellable', 'On its way', 'Backordered', 'Minimum'] as const

/** The headings above all groups. Screen readers read those of each table. */
export function ReorderHeadings() {
  return (
    <div className={classes['headings']} aria-hidden>
      {['Product', ...figures, 'To order'].map((heading) => (
        <span key={heading}>{heading}</span>
      ))}
    </div>
  )
}

function ProductsToReorder({ products, label }: { products: readonly ProductListItem[]; label: string }) {
  return (
    <table className={classes['table']} aria-label={label}>
      <colgroup>
        <col />
        {figures.map((heading) => (
          <col key={heading} data-fact />
        ))}
        <col className={classes['orderColumn']} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Product</th>
          {figures.map((heading) => (
            <th key={heading} scope="col" data-fact>
              {heading}
            </th>
          ))}
          <th scope="col">To order</th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <ProductRow key={product.id} product={product} />
        ))}
      </tbody>
    </table>
  )
}

function ProductRow({ product }: { product: ProductListItem }) {
  const { id, name, sku, image, stock } = product
  return (
    <tr>
      <td>
        <Link to={recordAddress('product', id)} className={classes['product']}>
          <Thumbnail src={image} size={32} />
          <span className={classes['names']}>
            <span className={classes['name']}>{name}</span>
            <span className={classes['sku']}>{sku}</span>
            <span className={classes['facts']}>{factsOf(stock).join(' · ')}</span>
          </span>
        </Link>
      </td>
      <td data-fact>
        <Quantity value={stock.to_promise} />
      </td>
      <td data-fact>
        <Quantity value={stock.in_transit + stock.incoming} zeroAsDash />
      </td>
      <td data-fact>
        <Quantity value={stock.backordered} zeroAsDash />
      </td>
      <td data-fact>
        <Quantity value={stock.minimum} zeroAsDash />
      </td>
      <td className={classes['order']} data-label="to order">
        <Quantity value={reorderQuantity(product)} />
      </td>
    </tr>
  )
}

/** The same figures as one line, where there is no space for columns. */
function factsOf(stock: ProductListItem['stock']): string[] {
  return [
    `${formatQuantity(stock.to_promise)} sellable`,
    ...onItsWay(stock),
    ...(stock.backordered > 0 ? [`${formatQuantity(stock.backordered)} backordered`] : []),
    `minimum ${formatQuantity(stock.minimum)}`,
  ]
}
