import { formatMoney } from '../ui/money.ts'
import { roundTo } from '../../contract/quantity.ts'
import type { ValuationSummary } from '../../contract/valuation-report.ts'
import { Card } from '../ui/card.tsx'
import { type BarPart, CategoryBars } from './category-bars.tsx'
import { categoryAddress } from './category-address.ts'
import { ExactMoney, tooManyDigits } from './exact-figure.tsx'

/** A bar for each category: cost, potential profit, loss, and what has no known cost. */
export function ValuationByCategory({ summary, isPast }: { summary: ValuationSummary; isPast: boolean }) {
  const hasLoss = summary.categories.some(({ profit }) => profit !== null && profit < 0)
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
        bars={summary.categories.map((category) => ({
          name: category.name,
          color: category.color,
          to: isPast ? undefined : categoryAddress(category.id, category.name),
          value: <ExactMoney value={category.total_retail} />,
          parts: partsOf(category),
        }))}
      />
    </Card>
  )
}

/** A bar's parts; none if a figure is too large to be compared with the others. */
function partsOf(category: ValuationSummary['categories'][number]): readonly BarPart[] {
  const { total_cost, total_retail, profit, unknown_cost_retail } = category
  if (total_cost === null || total_retail === null || profit === null || unknown_cost_retail === null)
    return [{ kind: 'cost', size: 0, text: tooManyDigits }]
  return [
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
      : [{ kind: 'unknown', size: unknown_cost_retail, text: `${formatMoney(unknown_cost_retail)} of unknown cost` }]),
  ]
}
