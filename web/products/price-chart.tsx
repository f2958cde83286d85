import { formatCost, formatMoney } from '../ui/money.ts'
import type { listProductPrices } from '../../contract/price-updates.ts'
import type { ItemOf } from '../kit/api.ts'
import { dateText } from '../ui/time-text.ts'
import classes from './price-history.module.css'
import { costOf, stepsOf } from './price-steps.ts'

type Price = ItemOf<typeof listProductPrices>

const width = 600
const height = 88

function costText(price: Price): string {
  const cost = costOf(price)
  return cost === null ? 'unknown' : formatCost(cost)
}

/**
 * Price and cost as two step lines, from the oldest row to the time of loading (milliseconds). The table below contains
 * the same data.
 */
export function PriceChart({ prices, until }: { prices: readonly Price[]; until: number }) {
  const oldestFirst = prices.toReversed()
  const moments = [...oldestFirst.map(({ valid_from }) => Date.parse(valid_from)), until]
  const top = Math.max(...oldestFirst.flatMap((row) => [row.price, costOf(row) ?? 0]))
  const line = (values: readonly (number | null)[]) => stepsOf(moments, values, { width, height, top })
  const [oldest, newest] = [oldestFirst[0], oldestFirst.at(-1)]
  if (!oldest || !newest) return null
  const summary = `Price from ${formatMoney(oldest.price)} to ${formatMoney(newest.price)}, cost from ${costText(oldest)} to ${costText(newest)}`
  return (
    <figure className={classes['chart']}>
      <figcaption className={classes['legend']} aria-hidden>
        <span data-line="price">Price</span>
        <span data-line="cost">Cost</span>
      </figcaption>
      <div className={classes['amounts']} aria-hidden>
        <span>{formatMoney(top)}</span>
        <span>$0</span>
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        <path d={`M0 0H${width}M0 ${height}H${width}`} className={classes['frame']} />
        <path d={line(oldestFirst.map(costOf))} className={classes['cost']} />
        <path d={line(oldestFirst.map(({ price }) => price))} className={classes['price']} />
      </svg>
      <div className={classes['days']} aria-hidden>
        <span>{dateText(oldest.valid_from)}</span>
        <span>Today</span>
      </div>
    </figure>
  )
}
