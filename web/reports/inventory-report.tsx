import { Button } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useMemo } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { formatCost, formatMoney } from '../../contract/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import {
  type InventoryLine,
  inventorySorts,
  type InventorySummary,
  readInventoryReport,
  readInventorySummary,
} from '../../contract/reports.ts'
import { useRead } from '../kit/api.ts'
import type { Past } from '../kit/as-of-text.ts'
import type { Column } from '../kit/columns.ts'
import { RecordLine } from '../kit/record-line.tsx'
import { Figure, Figures } from '../products/product-figures.tsx'
import { Card } from '../ui/card.tsx'
import { ColorLabel } from '../ui/color-label.tsx'
import { Link } from '../ui/link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Money, Quantity } from '../ui/tabular.tsx'
import { CategoryBars } from './category-bars.tsx'
import { productAddress, StockCell } from './product-cells.tsx'
import { ReportSummary } from './report-summary.tsx'
import { ReportTable } from './report-table.tsx'
import classes from './reports.module.css'
import { knownSort, type ReportUrl } from './use-report-url.ts'

type InventoryReportProps = ReportUrl & Readonly<{ past: Past | null }>

/** The input of the report and of its file. */
export function inventoryInput({ url, past }: Pick<InventoryReportProps, 'url' | 'past'>) {
  return { ...past, sort: knownSort(inventorySorts, url.sort) }
}

/** Inventory Status: the totals, low stock, and every product. */
export function InventoryReport({ url, setUrl, past }: InventoryReportProps) {
  const summary = useRead(readInventorySummary, { ...past }, { keepPrevious: true })
  const columns = useMemo(() => columnsOf(past), [past])
  const totals = summary.data
    ? [{ name: productsText(summary.data.products), cells: { on_hand: <Quantity value={summary.data.units} /> } }]
    : []
  return (
    <>
      <ReportSummary query={summary}>
        {(sums) =>
          sums.products === 0 ? null : (
            <>
              <InventoryFigures summary={sums} isPast={past !== null} />
              <InventoryByCategory summary={sums} isPast={past !== null} />
            </>
          )
        }
      </ReportSummary>
      <ReportTable
        title="Inventory Status"
        endpoint={readInventoryReport}
        input={inventoryInput({ url, past })}
        rowKey={(line) => line.product_id}
        rowHref={(line) => productAddress(line.product_id, past)}
        columns={columns}
        line={(line) => <InventoryRow line={line} past={past} />}
        totals={totals}
        lines={summary.data?.products}
        sort={url.sort || 'name'}
        onSort={(sort) => setUrl({ sort })}
        empty={
          past
            ? { icon: IconPackage, title: 'No products', text: 'Nothing had been recorded at that time.' }
            : {
                icon: IconPackage,
                title: 'No products',
                text: 'The report lists your products.',
                action: (
                  <Button component={Link} to="/products/new">
                    Add Product
                  </Button>
                ),
              }
        }
      />
    </>
  )
}

function InventoryFigures({ summary, isPast }: { summary: InventorySummary; isPast: boolean }) {
  const { products, units, low, out } = summary
  const figure = (value: number, to: string) =>
    isPast || value === 0 ? formatQuantity(value) : <Link to={to}>{formatQuantity(value)}</Link>
  return (
    <Figures label="Inventory in numbers">
      <Figure label="Products" note={isPast ? 'there were then' : 'not archived'}>
        {formatQuantity(products)}
      </Figure>
      <Figure label="Current stock" note="units on hand">
        {formatQuantity(units)}
      </Figure>
      <Figure label="Low stock" note="at or below the minimum">
        {figure(low, '/products?filter=low')}
      </Figure>
      <Figure label="Out of stock" note="nothing on hand">
        {figure(out, '/products?filter=out')}
      </Figure>
    </Figures>
  )
}

function InventoryByCategory({ summary, isPast }: { summary: InventorySummary; isPast: boolean }) {
  return (
    <Card title="Products by Category">
      <CategoryBars
        label="Products by category"
        legend={[
          ['fine', 'In stock'],
          ['low', 'Low'],
          ['out', 'Out'],
        ]}
        bars={summary.categories.map(({ id, name, color, products, low, out }) => ({
          name,
          color,
          to: isPast ? undefined : categoryAddress(id, name),
          value: productsText(products),
          parts: [
            { kind: 'fine', size: products - low, text: `${formatQuantity(products - low)} in stock` },
            { kind: 'low', size: low - out, text: `${formatQuantity(low - out)} low` },
            { kind: 'out', size: out, text: `${formatQuantity(out)} out` },
          ],
        }))}
      />
    </Card>
  )
}

/** The list of a category's products; the combined smaller categories have none. */
export function categoryAddress(id: string | null, name: string): string | undefined {
  if (id) return `/products?category=${id}`
  return name === 'Uncategorized' ? '/products?category=none' : undefined
}

export function productsText(products: number): string {
  return counted(products, 'product')
}

/** Mentions only what needs attention. */
function LineStatus({ line }: { line: InventoryLine }) {
  if (line.is_out) return <StatusBadge tone="red">Out</StatusBadge>
  return line.is_low ? <StatusBadge tone="amber">Low</StatusBadge> : null
}

function columnsOf(past: Past | null): readonly Column<InventoryLine>[] {
  const number = { align: 'right', descendingFirst: true } as const
  return [
    { id: 'name', header: 'Product Name', cell: ({ name }) => name, sort: 'name', link: true, minWidth: 200 },
    { id: 'sku', header: 'SKU', cell: ({ sku }) => sku, sort: 'sku', width: 112, priority: 1 },
    {
      id: 'category',
      header: 'Category',
      cell: ({ category, category_color }) => <ColorLabel color={category_color}>{category}</ColorLabel>,
      sort: 'category',
      width: 178,
      priority: 3,
    },
    {
      id: 'price',
      header: 'Price',
      cell: ({ price }) => <Money value={price} />,
      sort: 'price',
      width: 92,
      priority: 2,
      ...number,
    },
    {
      id: 'cost_price',
      header: 'Cost Price',
      cell: ({ cost_price, cost_is_known }) => <Money cost value={cost_is_known ? cost_price : null} />,
      sort: 'cost_price',
      width: 106,
      priority: 4,
      ...number,
    },
    {
      id: 'on_hand',
      header: 'Current Stock',
      cell: (line) => (
        <span className={classes['stock']}>
          <LineStatus line={line} />
          <StockCell line={line} past={past} />
        </span>
      ),
      sort: 'on_hand',
      width: 140,
      ...number,
    },
    {
      id: 'minimum',
      header: 'Min Stock Level',
      cell: ({ minimum }) => <Quantity value={minimum} />,
      sort: 'minimum',
      width: 140,
      priority: 2,
      ...number,
    },
  ]
}

function InventoryRow({ line, past }: { line: InventoryLine; past: Past | null }) {
  const { product_id, name, sku, category, price, cost_price, cost_is_known, minimum } = line
  return (
    <RecordLine
      to={productAddress(product_id, past)}
      title={name}
      text={`${sku} · ${category}`}
      note={`${formatMoney(price)}, cost ${cost_is_known ? formatCost(cost_price) : 'unknown'}, minimum ${formatQuantity(minimum)}`}
      aside={
        <>
          <StockCell line={line} past={past} />
          <LineStatus line={line} />
        </>
      }
    />
  )
}
