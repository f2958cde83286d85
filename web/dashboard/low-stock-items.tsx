import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Dashboard } from '../../contract/dashboard.ts'
import { createPurchaseOrder } from '../../contract/purchase-orders.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { onItsWay } from '../stock/on-its-way.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import classes from './dashboard.module.css'

/** The card is about as high as those beside it; the other products are one press away. */
const shownFirst = 5

/** Leads to all low products and, for those who may order, to what has to be ordered. */
function LowStockLinks() {
  const mayOrder = useMay(createPurchaseOrder) === true
  return (
    <span className={classes['links']}>
      {mayOrder && <Link to="/purchase-orders/reorder">Reorder</Link>}
      <Link to="/products?filter=low">View All</Link>
    </span>
  )
}

/** The products with the least stock relative to their minimum. */
export function LowStockItems({ products }: { products: Dashboard['low_stock'] }) {
  const [isOpen, setOpen] = useState(false)
  const more = products.length - shownFirst
  return (
    <Card title="Low Stock Items" aside={products.length > 0 && <LowStockLinks />} flush>
      {products.length === 0 ? (
        <EmptyState title="No low stock items." compact />
      ) : (
        <ul className={classes['list']}>
          {products.slice(0, isOpen ? undefined : shownFirst).map((product) => (
            <li key={product.id}>
              <Link to={recordAddress('product', product.id)} className={classes['row']}>
                <Thumbnail src={product.image} size={32} />
                <span className={classes['text']}>
                  <span className={classes['name']}>{product.name}</span>
                  <span className={classes['quiet']}>{[product.sku, ...onItsWay(product)].join(' · ')}</span>
                </span>
                <StatusBadge tone={product.on_hand === 0 ? 'red' : 'amber'} dot={false}>
                  {formatQuantity(product.on_hand)} / {formatQuantity(product.minimum)}
                </StatusBadge>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <UnstyledButton className={classes['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show ${formatQuantity(more)} more`}
        </UnstyledButton>
      )}
    </Card>
  )
}
