import { formatMoney } from '../../contract/money.ts'
import { roundTo } from '../../contract/quantity.ts'
import type { ValuationSummary } from '../../contract/valuation-report.ts'
import { Card } from '../ui/card.tsx'
import { CategoryBars } from './category-bars.tsx'
import { categoryAddress } from './category-address.ts'

/** A bar for each category: cost, potential profit, loss, and what has no known cost. */
export function ValuationByCategory({ summary, isPast }: { summary: ValuationSummary; isPast: boolean }) {
  const hasLoss = summary.categories.some(({ profit }) => profit < 0)
  const hasUnknown = summary.categories.some(({ unknown_cost_retail }) => unknown_cost_retail !== 0)
  return (
    <Card title="Retail by Category">
      <CategoryBars
        label="Retail value by category"
        legend={[
          ['cost', 'Cost'],
          ['profit', 'Potential profit'],
          ...(hasLoss ? [['loss', 'Loss'] as const] : []),
          ...(hasUnknown ? [['unknown', 'Cost unknown'] as const] : []),
        ]}
        bars={summary.categories.map(({ id, name, color, total_cost, total_retail, profit, unknown_cost_retail }) => ({
          name,
          color,
          to: isPast ? undefined : categoryAddress(id, name),
          value: formatMoney(total_retail),
          parts: [
            {
              kind: 'cost',
              size: Math.min(total_cost, roundTo(total_retail - unknown_cost_retail, 2)),
              text: `${formatMoney(total_cost)} cost`,
            },
            profit < 0
              ? { kind: 'loss', size: -profit, text: `${formatMoney(-profit)} loss` }
              : { kind: 'profit', size: profit, text: `${formatMoney(profit)} potential profit` },
            ...(unknown_cost_retail === 0
              ? []
              : [
                  {
                    kind: 'unknown',
                    size: unknown_cost_retail,
                    text: `${formatMoney(unknown_cost_retail)} of unknown cost`,
                  },
                ]),
          ],
        }))}
      />
    </Card>
  )
}
