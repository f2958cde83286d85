import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import type { ImportedProduct } from '../../contract/import-preview.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { CardGrid } from '../kit/card-grid.tsx'
import type { Column } from '../kit/columns.ts'
import { DataTable } from '../kit/data-table.tsx'
import { Link } from '../ui/link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Money, Quantity } from '../ui/tabular.tsx'
import classes from './imports.module.css'

const shownAtFirst = 10

/** The product's name, as a link once it has a target. */
const name = <P extends ImportedProduct>(linkOf?: (product: P) => string): Column<P> => ({
  id: 'name',
  header: 'Product',
  cell: (product) => <ProductName product={product} to={linkOf?.(product) ?? null} />,
  minWidth: 180,
})

const columns: readonly Column<ImportedProduct>[] = [
  {
    id: 'sku',
    header: 'SKU',
    cell: ({ sku }) => <span className={classes['quiet']}>{sku}</span>,
    width: 132,
    priority: 1,
  },
  name(),
  {
    id: 'category',
    header: 'Category',
    cell: ({ category_name }) => category_name ?? 'Uncategorized',
    width: 132,
    priority: 3,
  },
  { id: 'location', header: 'Location', cell: locationsText, width: 150, priority: 4 },
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

/** `Main Street`, or `Main Street 12, Airport 4` if the file gives the stock of several locations. */
function locationsText({ location, stock_by_location: stock }: ImportedProduct): string {
  if (!stock) return location
  return stock.map((at) => `${at.location} ${formatQuantity(at.on_hand)}`).join(', ')
}

/** With the stock of several locations, that column needs more room. */
function columnsFor(products: readonly ImportedProduct[]): readonly Column<ImportedProduct>[] {
  if (!products.some(({ stock_by_location }) => stock_by_location)) return columns
  return columns.map((column) => (column.id === 'location' ? { ...column, width: 240 } : column))
}

/** Beside the totals of a result there is room for fewer; each product's own page has the rest. */
const resultWidths: Readonly<Record<string, number>> = { sku: 112, category: 136, price: 92, on_hand: 88 }

function resultColumns<P extends ImportedProduct>(linkOf?: (product: P) => string): readonly Column<P>[] {
  return (columns as readonly Column<P>[]).flatMap((column) => {
    if (column.id === 'name') return [name(linkOf)]
    const width = resultWidths[column.id]
    return width === undefined ? [] : [{ ...column, width }]
  })
}

/** The products an import creates, with their stock after its transactions. */
export function ProductsToAdd({ products, total }: { products: readonly ImportedProduct[]; total: number }) {
  if (total === 0) return null
  return (
    <section className={classes['box']} aria-labelledby="will-be-added">
      <header className={classes['boxHead']}>
        <h3 id="will-be-added">What will be added</h3>
        <span className={classes['quiet']}>{counted(total, 'product')}</span>
      </header>
      <AddedProducts label="Products that will be added" products={products} total={total} />
    </section>
  )
}

type AddedProductsProps<P extends ImportedProduct> = Readonly<{
  label: string
  /** The first of them. */
  products: readonly P[]
  total: number
  /** A product's target, once it exists. */
  linkOf?: (product: P) => string
  /** Beside the totals of a result, where there is room for fewer columns. */
  isResult?: boolean
}>

/** Added products: the first few, and a button for more. */
export function AddedProducts<P extends ImportedProduct>(props: AddedProductsProps<P>) {
  const { label, products, total, linkOf, isResult = false } = props
  const [all, setAll] = useState(false)
  const shown = all ? products : products.slice(0, shownAtFirst)
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  return (
    <>
      {phone ? (
        <div className={classes['addedLines']}>
          <CardGrid
            look="lines"
            label={label}
            rows={shown}
            rowKey={rowKey}
            card={(product) => <AddedLine product={product} to={linkOf?.(product) ?? null} />}
          />
        </div>
      ) : (
        <DataTable
          label={label}
          columns={isResult ? resultColumns(linkOf) : columnsFor(products)}
          rows={shown}
          rowKey={rowKey}
          {...(linkOf ? { rowHref: linkOf, rowName: ({ name }: P) => name } : {})}
        />
      )}
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
    </>
  )
}

const rowKey = ({ row }: ImportedProduct) => String(row)

/** A phone has no room for the columns: there each product is a line. */
function AddedLine({ product, to }: { product: ImportedProduct; to: string | null }) {
  const { sku, category_name, price, on_hand } = product
  return (
    <div className={classes['addedLine']}>
      <div className={classes['addedText']}>
        <ProductName product={product} to={to} />
        <span className={classes['quiet']}>
          {[sku, category_name, locationsText(product)].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div className={classes['addedNumbers']}>
        <Quantity value={on_hand} />
        <span className={classes['quiet']}>
          <Money value={price} />
        </span>
      </div>
    </div>
  )
}

function ProductName({ product, to }: { product: ImportedProduct; to: string | null }) {
  return (
    <span className={classes['productName']}>
      <span>{to === null ? product.name : <Link to={to}>{product.name}</Link>}</span>
      {product.restored && <StatusBadge tone="brand">Restored</StatusBadge>}
    </span>
  )
}
