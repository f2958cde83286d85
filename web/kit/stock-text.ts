import { counted } from '../../contract/counted-nouns.ts'
import type { StockChange, StockMove } from '../../contract/audit-trail.ts'
import { exactUnits, quantityOf } from '../../contract/quantity.ts'

/**
 * What a posting did, in words: "Reserved 12 units", "Received 36 units of Chai, put 4 units on hold". `of` is what it
 * did it to, where the reader doesn't know that.
 */
export function stockText(stock: StockChange, of = ''): string {
  const isUndo = stock.is_undo || stock.kind.endsWith('reversal')
  const moves = isUndo ? stock.moves.map(turnedRound) : stock.moves
  const sums = Map.groupBy(moves, (move) => JSON.stringify(verbOf(stock, move)))
  const parts = [...sums].map(([key, those], index) => {
    const [verb = '', rest = ''] = JSON.parse(key) as string[]
    return `${verb} ${counted(sumOf(those), 'unit')}${index === 0 && of ? ` of ${of}` : ''}${rest && ` ${rest}`}`
  })
  if (parts.length === 0) return 'Stock changed'
  const text = parts.map((part, index) => (index === 0 ? part : lowered(part))).join(', ')
  return isUndo ? `Undone: ${lowered(text)}` : text
}

const turnedRound = ({ from, from_location, to, to_location, ...rest }: StockMove): StockMove => ({
  ...rest,
  from: to,
  from_location: to_location,
  to: from,
  to_location: from_location,
})

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The verb of a movement, and what follows the number of units. */
function verbOf(
  { kind, type, document }: StockChange,
  { from, from_location, to, to_location }: StockMove,
): [string, string] {
  if (kind === 'count') return to === 'adjustment' ? ['Counted', 'fewer'] : ['Counted', 'more']
  if (type === 'opening') return ['Opening stock of', '']
  if (from === 'incoming' && to === 'incoming') return ['Expected', `at ${to_location ?? 'another location'} instead`]
  if (to === 'incoming') return ['Ordered', '']
  if (from === 'incoming')
    return to === 'available' ? ['Received', ''] : to === 'held' ? ['Received', 'on hold'] : ['No longer incoming:', '']
  if (to === 'reserved') return from === 'reserved' ? ['Moved reservations of', ''] : ['Reserved', '']
  if (to === 'customer') return [document === null ? 'Sold' : 'Shipped', '']
  if (from === 'customer') return to === 'held' ? ['Returned', 'on hold'] : ['Returned', '']
  if (from === 'reserved' && to === 'available') return ['Released', 'from orders']
  if (to === 'in_transit') return ['Sent', to_location ? `to ${to_location}` : '']
  if (from === 'in_transit')
    return kind === 'transfer_cancellation' ? ['Called back', ''] : ['Arrived:', to_location ? `at ${to_location}` : '']
  if (to === 'held') return from === 'available' ? ['Put', 'on hold'] : ['Added', 'on hold']
  if (from === 'held' && to === 'available') return ['Released', 'from hold']
  if (to === 'scrap') return ['Scrapped', '']
  if (to === 'loss') return ['Lost', '']
  if (from_location && to_location) return ['Moved', `from ${from_location} to ${to_location}`]
  if (from === 'supplier') return ['Received', '']
  if (to === 'supplier') return ['Returned', 'to the supplier']
  return to === 'available' ? ['Added', ''] : ['Removed', '']
}

function sumOf(moves: readonly StockMove[]): number {
  return quantityOf(moves.reduce((sum, { quantity }) => sum + exactUnits(quantity), 0n))
}
