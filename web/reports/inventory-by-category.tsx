import { counted } from '../../contract/counted-nouns.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { InventorySummary } from '../../contract/inventory-report.ts'
import { Card } from '../ui/card.tsx'
import { CategoryBars } from './category-bars.tsx'
import { categoryAddress } from './category-address.ts'

/** A bar for each category: products in stock, low and out of stock. */
export function InventoryByCategory({ summary, isPast }: { summary: InventorySummary; isPast: boolean }) {
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
          value: counted(products, 'product'),
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
