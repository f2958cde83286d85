import type { StockChange, StockMove } from '../../contract/audit-trail.ts'
import { byCount } from '../../contract/counted-nouns.ts'
import { exactUnits, quantityOf } from '../../contract/quantity.ts'
import { groupBy } from './group-by.ts'
import { stockSentences, type StockAct } from './stock-sentences.ts'

/** A change that was undone: "Undone: Received 5 units". */
export const undoneText = (change: string) => `Undone: ${change}`

/**
 * Describes what a posting did: "Reserved 12 units", "Received 36 units of Chai · Received 4 units on hold". `product`
 * is the product's name, if the reader doesn't know it.
 */
export function stockText(stock: StockChange, product = ''): string {
  const isUndo = stock.is_undo || stock.kind.endsWith('reversal')
  const moves = isUndo ? stock.moves.map(reversed) : stock.moves
  const sums = groupBy(moves, (move) => JSON.stringify(sentenceOf(stock, move)))
  const sentences = [...sums].map(([key, those], index) => {
    const [act, locations] = JSON.parse(key) as ReturnType<typeof sentenceOf>
    const { one, other, oneOfProduct, otherOfProduct } = stockSentences[act]
    // Only the first sentence names the product: the others are about the same one.
    if (index > 0 || product === '') return byCount(sumOf(those), { one, other }, locations)
    return byCount(sumOf(those), { one: oneOfProduct, other: otherOfProduct }, { ...locations, product })
  })
  if (sentences.length === 0) return 'Stock changed'
  const text = sentences.join(' · ')
  return isUndo ? undoneText(text) : text
}

const reversed = ({ from, from_location, to, to_location, ...rest }: StockMove): StockMove => ({
  ...rest,
  from: to,
  from_location: to_location,
  to: from,
  to_location: from_location,
})

/** The sentence for a movement, with the locations it names. */
function sentenceOf(stock: StockChange, move: StockMove): [act: StockAct, locations: Record<string, string>] {
  const act = actOf(stock, move)
  const { from_location: from, to_location: to } = move
  if (act === 'moved') return [act, { from: from ?? '', to: to ?? '' }]
  return /_(to|at)$/.test(act) ? [act, { to: to ?? '' }] : [act, {}]
}

function actOf({ kind, type, document }: StockChange, { from, from_location, to, to_location }: StockMove): StockAct {
  if (kind === 'count') return to === 'adjustment' ? 'counted_fewer' : 'counted_more'
  if (type === 'opening') return 'opening'
  if (from === 'incoming' && to === 'incoming') return to_location ? 'rerouted_to' : 'rerouted'
  if (to === 'incoming') return 'ordered'
  if (from === 'incoming')
    return to === 'available' ? 'received' : to === 'held' ? 'received_on_hold' : 'incoming_removed'
  if (to === 'reserved') return from === 'reserved' ? 'reservation_moved' : 'reserved'
  if (to === 'customer') return document === null ? 'sold' : 'shipped'
  if (from === 'customer') return to === 'held' ? 'returned_on_hold' : 'returned'
  if (from === 'reserved' && to === 'available') return 'reservation_released'
  if (to === 'in_transit') return to_location ? 'sent_to' : 'sent'
  if (from === 'in_transit') {
    if (kind === 'transfer_cancellation') return 'transfer_cancelled'
    return to_location ? 'arrived_at' : 'arrived'
  }
  if (to === 'held') return from === 'available' ? 'put_on_hold' : 'added_on_hold'
  if (from === 'held' && to === 'available') return 'released_from_hold'
  if (to === 'scrap') return 'scrapped'
  if (to === 'loss') return 'lost'
  if (from_location && to_location) return 'moved'
  if (from === 'supplier') return 'received'
  if (to === 'supplier') return 'returned_to_supplier'
  return to === 'available' ? 'added' : 'removed'
}

function sumOf(moves: readonly StockMove[]): number {
  return quantityOf(moves.reduce((sum, { quantity }) => sum + exactUnits(quantity), 0n))
}
