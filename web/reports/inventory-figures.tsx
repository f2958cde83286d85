import { formatQuantity } from '../../contract/quantity.ts'
import type { InventorySummary } from '../../contract/inventory-report.ts'
import { Figure, Figures } from '../products/product-figures.tsx'
import { Link } from '../ui/link.tsx'
import { lowNote } from './low-note.ts'

/** Products, units, and what is low or out of stock. */
export function InventoryFigures({ summary, isPast }: { summary: InventorySummary; isPast: boolean }) {
  const { products, units, units_have_sum, low, out } = summary
  const figure = (value: number, to: string) =>
    isPast || value === 0 ? formatQuantity(value) : <Link to={to}>{formatQuantity(value)}</Link>
  return (
    <Figures label="Inventory in numbers">
      <Figure label="Products" note={isPast ? 'at that time' : 'not archived'}>
        {formatQuantity(products)}
      </Figure>
      <Figure label="Current stock" note={units_have_sum ? 'units on hand' : 'products in stock'}>
        {formatQuantity(units_have_sum ? units : products - out)}
      </Figure>
      <Figure label="Low stock" note={lowNote(low, out)}>
        {figure(low, '/products?filter=low')}
      </Figure>
      <Figure label="Out of stock" note="nothing on hand">
        {figure(out, '/products?filter=out')}
      </Figure>
    </Figures>
  )
}
