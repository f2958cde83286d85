import type { StockOutcome } from '../../contract/transactions.ts'

/** What is added to "x on hand" where reserved goods were taken: their order lines wait for goods now. */
export function releasedText({ released }: Pick<StockOutcome, 'released'>): string {
  if (released.length === 0) return ''
  return `, ${released.length} order ${released.length === 1 ? 'line is' : 'lines are'} now backordered`
}
