import type { FeedEvent } from '../../contract/feed.ts'

/** Events in one lane are delivered in order: the products whose stock it moved, or its record. */
export function lanesOf(event: FeedEvent): string[] {
  if (event.type !== 'stock.posted') return [event.object_id]
  return [...new Set(event.data.movements.map(({ product_id }) => product_id))]
}
