import { limits } from '../../contract/limits.ts'
import { decimalPlaces, exactUnits } from '../../contract/quantity.ts'
import { postMany } from '../../ledger/post-stock.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor, Grouped } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { type LineRecords, readLineRecords } from '../products/line-records.ts'
import { type NewTransfer, postingOf, writeTransfers } from './new-transfer.ts'

/** Transfers that one person or API key makes at the same moment: the audit trail names the user of the transaction. */
export const newTransfers: Grouped<NewTransfer> = {
  name: 'transfers',
  ofOnePerson: true,
  waitMs: limits.documentGroupWaitMs,
  idsOf: ({ id }) => [id],
  locksOf: ({ id, product_id }) => [id, product_id],
  async run(tx, _org_id, members) {
    const [first] = members
    if (!first) return []
    const { actor } = first
    const asked = members.map(({ work }) => work)
    const possible = await possibleOf(tx, actor, asked)
    if (possible.length === 0) return asked.map(() => undefined)
    // If one is refused, because something has changed since the checks, all of them run one by one.
    await postMany(tx, actor, possible.map(postingOf))
    const written = await writeTransfers(tx, actor, possible)
    const transferOf = new Map(written.map((transfer) => [transfer.id, transfer]))
    return asked.map(({ id }) => transferOf.get(id))
  },
}

/** The transfers that the ledger will post, in order: each one's units are in stock after those before it. */
async function possibleOf(tx: Tx, actor: Actor, asked: readonly NewTransfer[]): Promise<NewTransfer[]> {
  const product_ids = asked.map(({ product_id }) => product_id)
  const location_ids = asked.flatMap(({ from_location_id, to_location_id }) => [from_location_id, to_location_id])
  const [records, levels] = await Promise.all([
    readLineRecords(tx, actor, product_ids, location_ids),
    tx.all(sql<{ product_id: string; location_id: string; available: number }>`
      select product_id, location_id, sum(available) as available from stock_levels
      where org_id = ${actor.org_id} and product_id = any (${product_ids}::uuid[]) and location_id = any (${location_ids}::uuid[])
      group by product_id, location_id`),
  ])
  const nameOf = (product_id: string, location_id: string) => `${product_id} ${location_id}`
  const available = new Map(
    levels.map((level) => [nameOf(level.product_id, level.location_id), exactUnits(level.available)]),
  )
  return asked.filter((transfer) => {
    const { product_id, status } = transfer
    const [from, to] = [nameOf(product_id, transfer.from_location_id), nameOf(product_id, transfer.to_location_id)]
    const units = exactUnits(transfer.quantity)
    const left = (available.get(from) ?? 0n) - units
    if (left < 0n || !isAllowed(transfer, records)) return false
    available.set(from, left)
    if (status === 'completed') available.set(to, (available.get(to) ?? 0n) + units)
    return true
  })
}

function isAllowed(transfer: NewTransfer, { products, locations }: LineRecords): boolean {
  const product = products.get(transfer.product_id)
  if (!product || product.archived || decimalPlaces(transfer.quantity) > product.quantity_decimals) return false
  return locations.has(transfer.from_location_id) && locations.get(transfer.to_location_id)?.is_active === true
}
