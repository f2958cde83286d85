import { exactUnits, quantityOf } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { lotsWithCustomer } from './lots-with-customer.ts'
import type { Sent } from './sent-units.ts'

/** The units of a line and lot that the customer has; what comes back is taken from them. */
export type LeftLot = { item_id: string; lot_id: string; units: bigint }

/** What the customer has of these lines, lot by lot. */
export async function readLeftLots(tx: Tx, actor: Actor, item_ids: readonly (string | null)[]): Promise<LeftLot[]> {
  const lots = await lotsWithCustomer(tx, actor, [...new Set(item_ids.filter((id) => id !== null))])
  return lots.map(({ sales_order_item_id: item_id, lot_id, quantity }) => ({
    item_id,
    lot_id,
    units: exactUnits(quantity),
  }))
}

/**
 * What comes back of these movements: the lots that left, but of one that came back already in a return, the others
 * that the customer has of the line. Otherwise that lot would be counted twice, and another never. A limited member
 * may not see where it left: then the lots stay as they left.
 */
export function lotsBack(sent: readonly Sent[], left: LeftLot[]): Sent[] {
  const take = (movement: Sent, missing: bigint, lot: LeftLot): bigint => {
    const fits = lot.item_id === movement.document_line_id && lot.units > 0n
    const taken = !fits ? 0n : lot.units < missing ? lot.units : missing
    lot.units -= taken
    return taken
  }
  const parts = sent.map((movement) => {
    const own = left.find(
      ({ item_id, lot_id }) => item_id === movement.document_line_id && lot_id === movement.from_lot_id,
    )
    const units = exactUnits(movement.quantity)
    const taken = own ? take(movement, units, own) : 0n
    return { movement, taken, missing: units - taken }
  })
  return parts.flatMap(({ movement, taken, missing }): Sent[] => {
    const others = left.flatMap((lot) => {
      const units = take(movement, missing, lot)
      missing -= units
      return units > 0n ? [{ ...movement, from_lot_id: lot.lot_id, quantity: quantityOf(units) }] : []
    })
    const own = taken + missing
    return own > 0n ? [{ ...movement, quantity: quantityOf(own) }, ...others] : others
  })
}

/** Whether the customer has all of these movements, lot by lot. */
export function hasLots(sent: readonly Sent[], left: readonly LeftLot[]): boolean {
  const needed = Map.groupBy(sent, ({ document_line_id, from_lot_id }) => `${document_line_id} ${from_lot_id}`)
  const units = new Map(left.map((lot) => [`${lot.item_id} ${lot.lot_id}`, lot.units]))
  return [...needed].every(
    ([lot, movements]) =>
      movements.reduce((sum, { quantity }) => sum + exactUnits(quantity), 0n) <= (units.get(lot) ?? 0n),
  )
}
