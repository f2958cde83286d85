import { formatCost, formatMoney } from '../ui/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { InventoryLine } from '../../contract/inventory-report.ts'
import type { Past } from '../kit/as-of-text.ts'
import type { Column } from '../kit/columns.ts'
import { RecordLine } from '../kit/record-line.tsx'
import { productAddress } from '../products/product-address.ts'
import { ColorLabel } from '../ui/color-label.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Money, Quantity } from '../ui/tabular.tsx'
import { StockCell } from './product-cells.tsx'
import classes from './reports.module.css'

/** Mentions only what needs attention. */
function LineStatus({ line }: { line: InventoryLine }) {
  if (line.is_out) return <StatusBadge tone="red">Out</StatusBadge>
  return line.is_low ? <StatusBadge tone="amber">Low</StatusBadge> : null
}

/** The columns of the inventory report, now or at a past moment. */
export function inventoryColumns(past: Past | null): readonly Column<InventoryLine>[] {
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

/** A product of the inventory report on phones. */
export function InventoryRow({ line, past }: { line: InventoryLine; past: Past | null }) {
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
