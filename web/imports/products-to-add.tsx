import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ImportedProduct } from '../../contract/import-preview.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { Column } from '../kit/columns.ts'
import { DataTable } from '../kit/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Money, Quantity } from '../ui/tabular.tsx'
import { counted } from './import-text.ts'
import classes from './imports.module.css'

const shownAtFirst = 10

const columns: readonly Column<ImportedProduct>[] = [
  {
    id: 'sku',
    header: 'SKU',
    cell: ({ sku }) => <span className={classes['quiet']}>{sku}</span>,
    width: 132,
    priority: 1,
  },
  { id: 'name', header: 'Product', cell: (product) => <ProductName product={product} />, minWidth: 140 },
  {
    id: 'category',
    header: 'Category',
    cell: ({ category_name }) => category_name ?? 'Uncategorized',
    width: 150,
    priority: 3,
  },
  { id: 'location', header: 'Location', cell: ({ location }) => location, width: 150, priority: 4 },
  {
    id: 'minimum',
    header: 'Minimum',
    cell: ({ minimum }) => <Quantity value={minimum} zeroAsDash />,
    align: 'right',
    width: 96,
    priority: 5,
  },
  {
    id: 'price',
    header: 'Price',
    cell: ({ price }) => <Money value={price} />,
    align: 'right',
    width: 100,
    priority: 2,
  },
  { id: 'on_hand', header: 'On hand', cell: ({ on_hand }) => <Quantity value={on_hand} />, align: 'right', width: 92 },
]

/** The products an import makes, as they will be once its transactions are booked. */
export function ProductsToAdd({ products, total }: { products: readonly ImportedProduct[]; total: number }) {
  const [all, setAll] = useState(false)
  if (total === 0) return null
  const shown = all ? products : products.slice(0, shownAtFirst)
  return (
    <section className={classes['box']} aria-labelledby="will-be-added">
      <header className={classes['boxHead']}>
        <h3 id="will-be-added">What will be added</h3>
        <span className={classes['quiet']}>{counted(total, 'product')}</span>
      </header>
      <DataTable label="Products that will be added" columns={columns} rows={shown} rowKey={({ row }) => String(row)} />
      {products.length > shown.length && (
        <Button variant="subtle" className={classes['more'] ?? ''} onClick={() => setAll(true)}>
          Show{' '}
          {total > products.length ? `the first ${formatQuantity(products.length)}` : `all ${formatQuantity(total)}`}
        </Button>
      )}
      {all && total > products.length && (
        <p className={classes['cut']}>
          The first {formatQuantity(products.length)} of {formatQuantity(total)}
        </p>
      )}
    </section>
  )
}

function ProductName({ product }: { product: ImportedProduct }) {
  return (
    <span className={classes['productName']}>
      <span>{product.name}</span>
      {product.restored && <StatusBadge tone="brand">Restored</StatusBadge>}
    </span>
  )
}
