import { exactUnits, quantityOf } from '../../contract/quantity.ts'
import type { MoveLine } from '../../ledger/posting.ts'
import type { AskedReturnLine } from './check-return.ts'
import type { LotWithCustomer } from '../shipments/lots-with-customer.ts'

/**
 * The lines of a return as moves, one for each lot that units return to. Lines that name their lot are served first, so
 * that the others leave it to them.
 */
export function movesOf(
  asked: readonly AskedReturnLine[],
  productOf: ReadonlyMap<string, string>,
  lots: readonly LotWithCustomer[],
): MoveLine[] {
  const left = lots.map((lot) => ({ ...lot, units: exactUnits(lot.quantity) }))
  const entries = asked.map((line, index) => ({ line, entry_no: index + 1 }))
  return entries
    .toSorted((a, b) => Number(!a.line.lot_id) - Number(!b.line.lot_id))
    .flatMap(({ line, entry_no }) => movesOfLine(line, entry_no, productOf.get(line.sales_order_item_id) ?? '', left))
    .toSorted((a, b) => a.entry_no - b.entry_no)
}

type Move = MoveLine & { entry_no: number }

/** One line's moves. Takes what it uses from `left`. */
function movesOfLine(
  line: AskedReturnLine,
  entry_no: number,
  product_id: string,
  left: (LotWithCustomer & { units: bigint })[],
): Move[] {
  const moves: Move[] = []
  let missing = exactUnits(line.quantity)
  for (const lot of left) {
    const fits = lot.sales_order_item_id === line.sales_order_item_id && (!line.lot_id || lot.lot_id === line.lot_id)
    const taken = !fits ? 0n : lot.units < missing ? lot.units : missing
    if (taken <= 0n) continue
    missing -= taken
    lot.units -= taken
    moves.push({
      entry_no,
      product_id,
      quantity: quantityOf(taken),
      unit_cost: lot.unit_cost,
      from_account: 'customer',
      to_account: line.account,
      to_location_id: line.location_id,
      to_lot_id: lot.lot_id,
      type: 'in',
      reason: 'customer_return',
    })
  }
  if (missing > 0n) throw new Error('more comes back than the ledger has with the customer')
  return moves
}
