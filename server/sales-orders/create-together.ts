import { isOpenSale } from '../../contract/sales-order-statuses.ts'
import { limits } from '../../contract/limits.ts'
import { reserveGroup } from '../../ledger/post-group.ts'
import { findOrCreateCustomers } from '../customers/find-or-create-customers.ts'
import { allNew } from '../orders/diff-lines.ts'
import { drawOrderNumbers } from '../orders/order-number.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor, Grouped } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refusalOf } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { readLineRecords } from '../products/line-records.ts'
import { checkLinesAgainst } from '../purchase-orders/check-lines.ts'
import { newOrdersOf } from './queries.ts'
import { openingPosting } from './reserving.ts'
import { type AskedOrder, insertOrders, linesOfNew, type NewOrder, writeParts } from './write-new-orders.ts'
import { writeFirstSteps } from './write-steps.ts'

type Work = AskedOrder & { id: string }

/** The order, if it can be part of a group: open, and with few lines. */
export function groupable(asked: AskedOrder): Work | undefined {
  const isFew = asked.lines.length <= limits.groupLinesOfOne
  return isFew && isOpenSale(asked.status) ? { ...asked, id: asked.id ?? newId() } : undefined
}

/** Orders that one person or API key creates at the same moment: the audit trail names the user of the transaction. */
export const newOrders: Grouped<Work> = {
  name: 'sales orders',
  ofOnePerson: true,
  idsOf: ({ id }) => [id],
  locksOf: ({ customer_name, lines }) => [customer_name.toLowerCase(), ...lines.map(({ product_id }) => product_id)],
  sizeOf: ({ lines }) => lines.length,
  async run(tx, org_id, members) {
    const [first] = members
    if (!first) return []
    const { actor } = first
    const orders = await ordersToMake(tx, actor, members)
    const made = orders.length > 0 ? await insertOrders(tx, actor, orders) : new Set<string>()
    const inserted = orders.filter(({ id }) => made.has(id))
    const byStatus = [...Map.groupBy(inserted, ({ asked }) => asked.status)]
    const postings = inserted.map((order) => ({ actor, posting: openingPosting(order) }))
    const [, reserved] = await Promise.all([
      Promise.all(byStatus.map(([status, some]) => writeParts(tx, actor, status, some))),
      reserveGroup(tx, org_id, postings),
    ])
    // Checked above without locks: if something has changed since, all of them run one by one.
    if (reserved.some((one) => one === null)) throw new Error('a new order could not be reserved with the others')
    const ids = inserted.map(({ id }) => id)
    const [, answers] = await Promise.all([writeFirstSteps(tx, actor, ids), newOrdersOf(tx, actor, ids)])
    return members.map(({ work }) => answers.get(work.id))
  },
}

type Member = { actor: Actor; work: Work }

/** The orders that pass every check, ready to be inserted. */
async function ordersToMake(tx: Tx, actor: Actor, members: readonly Member[]): Promise<NewOrder[]> {
  const asked = members.map(({ work }) => work)
  const [known, taken] = await Promise.all([
    readLineRecords(
      tx,
      actor,
      asked.flatMap(({ lines }) => lines.map(({ product_id }) => product_id)),
      asked.flatMap(({ location_id }) => location_id ?? []),
    ),
    tx.all(sql<{ id: string }>`
      select id from sales_orders where org_id = ${actor.org_id} and id = any (${asked.map(({ id }) => id)}::uuid[])`),
  ])
  const takenIds = new Set(taken.map(({ id }) => id))
  const possible = asked.filter(({ id, lines, location_id }) => {
    const isActive = location_id === null || known.locations.get(location_id)?.is_active
    return (
      isActive &&
      !takenIds.has(id) &&
      isWithinBounds(lines) &&
      !refusalOf(() => checkLinesAgainst(known, allNew(lines)))
    )
  })
  const customers = await findOrCreateCustomers(tx, actor, possible)
  const numbers = drawOrderNumbers('SO', possible.length)
  return possible.flatMap((one, i) => {
    const [customer_id, order_number] = [customers[i], numbers[i]]
    return customer_id && order_number
      ? [{ id: one.id, order_number, customer_id, asked: one, lines: linesOfNew(one) }]
      : []
  })
}

/** Orders with very large totals run alone: a total that overflows would fail the statement for the whole group. */
const isWithinBounds = (lines: Work['lines']) =>
  lines.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0) < limits.groupTotalMax
