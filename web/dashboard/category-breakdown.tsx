import { nounFor } from '../../contract/counted-nouns.ts'
import type { Dashboard } from '../../contract/dashboard.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { type BreakdownPart, breakdownParts } from './breakdown-parts.ts'
import classes from './category-breakdown.module.css'
import { inkOn, ring } from './donut.ts'

/**
 * Products per category as a ring of 200 by 200 around their number, with a legend that leads to each category's
 * products.
 */
export function CategoryBreakdown({ breakdown, total }: { breakdown: Dashboard['category_breakdown']; total: number }) {
  const parts = breakdownParts(breakdown)
  const slices = ring(parts.map(({ products }) => products))
  return (
    <Card title="Category Breakdown">
      {parts.length === 0 ? (
        <EmptyState title="No products in any category." compact />
      ) : (
        <div className={classes['root']}>
          <svg viewBox="-1 -1 202 202" role="img" aria-label={`${formatQuantity(total)} products by category`}>
            {parts.map((part, index) => (
              <path
                key={part.name}
                d={slices[index]?.path}
                fill={part.color}
                stroke="var(--oh-surface)"
                strokeWidth={2}
              >
                <title>{`${part.name}: ${formatQuantity(part.products)}`}</title>
              </path>
            ))}
            {parts.map((part, index) => {
              const slice = slices[index]
              return slice?.label ? (
                <text
                  key={part.name}
                  className={classes['label']}
                  fill={inkOn(part.color)}
                  {...slice.label}
                  aria-hidden
                >
                  {roundTo(slice.share * 100, 0)}%
                </text>
              ) : null
            })}
            <text x={100} y={98} className={classes['total']} aria-hidden>
              {formatQuantity(total)}
            </text>
            <text x={100} y={118} className={classes['unit']} aria-hidden>
              {nounFor(total, 'product')}
            </text>
          </svg>
          <ul className={classes['legend']}>
            {parts.map((part) => (
              <li key={part.name}>
                <LegendEntry part={part} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

function LegendEntry({ part: { name, color, products, to } }: { part: BreakdownPart }) {
  return (
    <Link className={classes['entry']} to={to}>
      <span className={classes['square']} style={{ background: color }} aria-hidden />
      <span className={classes['name']} title={name}>
        {name}
      </span>
      <span className={classes['count']}>{formatQuantity(products)}</span>
    </Link>
  )
}
