import { sql, type Statement } from '../platform/sql.ts'
import type { Subject } from './find-history.ts'

/**
 * Which part of a posting a history shows, as conditions to append to a where clause. Those of a movement `m`: whether
 * it belongs to the history (`movement`), and whether it is of the history's product (`product`). Those of one side of
 * it: whether the history shows what left (`from`) and what arrived (`to`). Empty if there is no restriction.
 */
export type MovementScope = Readonly<Record<'movement' | 'product' | 'from' | 'to', Statement<unknown>>>

/** A product's history shows its own movements, a location's the sides that are there, all others everything. */
export function scopeOf(subject: Subject | null): MovementScope {
  const all = sql``
  if (subject?.kind === 'product') {
    const product = sql`and m.product_id = ${subject.id}`
    return { movement: product, product, from: all, to: all }
  }
  if (subject?.kind !== 'location') return { movement: all, product: all, from: all, to: all }
  return {
    movement: sql`and (m.from_location_id = ${subject.id} or m.to_location_id = ${subject.id})`,
    product: all,
    from: sql`and m.from_location_id = ${subject.id}`,
    to: sql`and m.to_location_id = ${subject.id}`,
  }
}
