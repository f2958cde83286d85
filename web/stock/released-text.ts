import { byCount } from '../../contract/counted-nouns.ts'
import type { StockOutcome } from '../../contract/transactions.ts'

/** Added to "x on hand" if reserved units were taken: their order lines are backordered now. */
export function releasedText({ released }: Pick<StockOutcome, 'released'>): string {
  if (released.length === 0) return ''
  return byCount(released.length, {
    one: ', {count} order line is now backordered',
    other: ', {count} order lines are now backordered',
  })
}
