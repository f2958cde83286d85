import { limits } from '../../contract/limits.ts'
import { readProductStock, type LocationStock, type ProductStock } from '../../contract/stock.ts'
import { todayOf } from '../organizations/company-days.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { namedId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { isOnHand } from '../../ledger/on-hand-change.ts'
import { isExpired } from './expired-lots.ts'

type Totals = Omit<ProductStock, 'locations' | 'may_take' | 'deliveries' | 'waiting_orders'>
type LocationRow = Omit<LocationStock, 'id' | 'location' | 'lots'>
type LotRow = LocationStock['lots'][number] & { location_id: string }

export const readProductStockQuery = implement(readProductStock, async (tx, actor, { product_id }) => {
  const [totals, locations, may_take, deliveries, waiting_orders] = await Promise.all([
    readTotals(tx, actor, product_id),
    readLocationStock(tx, actor, product_id),
    readMayTake(tx, actor, product_id),
    readDeliveries(tx, actor, product_id),
    readWaitingOrders(tx, actor, product_id),
  ])
  return { ...(totals ?? refuse('not_found')), locations, may_take, deliveries, waiting_orders }
})

/**
 * What kernel.choose_levels would find for each reason: available, including reserved units if the reason may take
 * them, without expired lots if it avoids them.
 */
function readMayTake(tx: Tx, actor: Actor, product_id: string): Promise<ProductStock['may_take']> {
  return tx.all(sql<ProductStock['may_take'][number]>`
    select r.reason as reason_code, r.from_account as account, s.location_id,
      sum(case when kept.expired then 0 else there.quantity end) as quantity,
      sum(case when kept.expired then there.quantity else 0 end) as expired
    from kernel.reasons() r
    join organizations g on g.org_id = ${actor.org_id}
    join stock_levels s on s.org_id = g.org_id and s.product_id = ${product_id}
    join lots t on t.org_id = s.org_id and t.product_id = s.product_id and t.id = s.lot_id
    cross join lateral (select case
        when r.from_account = 'held' then s.held
        when r.may_unreserve then s.available + s.reserved
        else s.available end as quantity) there
    cross join lateral (select r.expired = 'never'
        and ${isExpired} as expired) kept
    where r.from_account in ('available', 'held')
    group by grouping sets ((r.reason, r.from_account), (r.reason, r.from_account, s.location_id))`)
}

/** Incoming units by purchase order. */
function readDeliveries(tx: Tx, actor: Actor, product_id: string): Promise<ProductStock['deliveries']> {
  return tx.all(sql<ProductStock['deliveries'][number]>`
    select o.id as purchase_order_id, o.order_number, s.name as supplier_name, o.expected_date,
      coalesce(o.expected_date < ${todayOf(actor)}, false) as is_late, sum(i.quantity - i.received_quantity) as quantity
    from purchase_order_items i
    join purchase_orders o on o.org_id = i.org_id and o.id = i.purchase_order_id
    join suppliers s on s.org_id = o.org_id and s.id = o.supplier_id
    where i.org_id = ${actor.org_id} and i.product_id = ${product_id} and i.received_quantity < i.quantity
      and o.status in ('ordered', 'partial')
    group by o.id, o.order_number, s.name, o.expected_date, o.expected_sort
    order by o.expected_sort, o.order_number limit ${limits.deliveriesShown}`)
}

/** The sales orders that want the product: what is reserved for each, and what it waits for. */
function readWaitingOrders(tx: Tx, actor: Actor, product_id: string): Promise<ProductStock['waiting_orders']> {
  return tx.all(sql<ProductStock['waiting_orders'][number]>`
    select o.id as sales_order_id, o.order_number, o.customer_name, w.reserved, w.backordered
    from (
      select d.document_id, min(d.placed_at) as placed_at, sum(c.quantity) as reserved,
        sum(d.wanted - d.fulfilled - c.quantity) as backordered
      from stock_demands d
      cross join lateral (
        select coalesce(sum(c.quantity), 0) as quantity from stock_commitments c
        where c.org_id = d.org_id and c.document_line_id = d.document_line_id) c
      where d.org_id = ${actor.org_id} and d.product_id = ${product_id} and d.document_kind = 'sales_order' and d.is_open
      group by d.document_id
      order by placed_at, d.document_id limit ${limits.waitingOrdersShown}) w
    join sales_orders o on o.org_id = ${actor.org_id} and o.id = w.document_id
    order by w.placed_at, o.id`)
}

function readTotals(tx: Tx, actor: Actor, product_id: string): Promise<Totals | undefined> {
  return tx.maybe(sql<Totals>`
    select p.id as product_id, p.quantity_decimals, t.on_hand, t.available, t.on_hand - t.available as reserved, t.held, t.in_transit,
      t.incoming, t.backordered, t.minimum, t.is_low, t.is_out
    from products p
    join product_totals t on t.org_id = p.org_id and t.product_id = p.id
    where p.org_id = ${actor.org_id} and p.id = ${product_id}`)
}

/**
 * Whether available units of a product have left the location `o`. Units that only an undo removed (of an import, a
 * receipt, a return, a transfer) don't count as having been there, and undone removals don't count either. Read from
 * the tables: a limited member's views find the same, because the location is theirs, but take far longer to plan.
 */
const goodsHaveLeft = (product_id: string) => sql`exists (
  select from public.stock_movements m
  join public.stock_postings g on g.org_id = m.org_id and g.id = m.posting_id
  where m.org_id = o.org_id and m.product_id = ${product_id} and m.from_location_id = o.id
    and ${isOnHand('m.from_account')}
    and (not (${isOnHand('m.to_account')}) or m.to_location_id <> m.from_location_id)
    and g.kind not in ('reversal', 'receipt_reversal', 'return_reversal', 'transfer_reversal')
    and not exists (select from public.stock_postings u where u.org_id = g.org_id and u.reverses_posting_id = g.id)
    and not exists (
      select from location_transfers t
      where g.source_kind = 'transfer' and t.org_id = g.org_id and t.id = g.source_id and t.status = 'cancelled'))`

/**
 * The locations of a product with their lots: those with stock or incoming units, that units have left, that have a
 * rule, or that were chosen for it; hidden and inactive ones only while they have stock. With `location_id`, only that
 * one. SQL computes the sums: they are exact.
 */
export async function readLocationStock(
  tx: Tx,
  actor: Actor,
  product_id: string,
  location_id: string | null = null,
): Promise<LocationStock[]> {
  const [locations, lots] = await Promise.all([
    tx.all(sql<LocationRow>`
      select p.id as product_id, o.id as location_id, o.name as location_name, o.is_default, o.is_active,
        coalesce(s.on_hand, 0) as quantity, coalesce(s.on_hand, 0) as on_hand, coalesce(s.available, 0) as available, coalesce(s.reserved, 0) as reserved,
        coalesce(s.held, 0) as held, coalesce(s.in_transit, 0) as in_transit, coalesce(s.incoming, 0) as incoming,
        coalesce(r.minimum, 0) as min_stock_level, r.maximum as max_stock_level,
        p.archived_at is null and coalesce(s.on_hand, 0) <= coalesce(r.minimum, 0)
          and (coalesce(r.minimum, 0) > 0 or coalesce(emptied.by_use, false)) as is_low
      from locations o
      join products p on p.org_id = o.org_id and p.id = ${product_id}
      left join (
        select location_id, sum(available + reserved) as on_hand, sum(available) as available, sum(reserved) as reserved,
          sum(held) as held, sum(in_transit) as in_transit, sum(incoming) as incoming,
          sum(held + in_transit + incoming) as others, max(version) = 0 as is_untouched
        from stock_levels where org_id = ${actor.org_id} and product_id = ${product_id}
        group by location_id
      ) s on s.location_id = o.id
      left join stock_rules r on r.org_id = o.org_id and r.location_id = o.id and r.product_id = ${product_id}
      left join lateral (select ${goodsHaveLeft(product_id)} as by_use where s.on_hand = 0) emptied on true
      where o.org_id = ${actor.org_id}
        and case
          when ${location_id}::uuid is not null then o.id = ${location_id}::uuid
          when o.hidden_at is null and o.is_active then r.location_id is not null or s.on_hand + s.others > 0 or s.is_untouched
            or emptied.by_use or (s.location_id is not null and lower(o.name) = lower(p.location))
          else s.on_hand + s.others > 0 end
      order by coalesce(s.on_hand, 0) desc, o.name_sort, o.id`),
    tx.all(sql<LotRow>`
      select s.location_id, s.lot_id, t.lot_number, t.expires_on,
        ${isExpired} as is_expired,
        s.available + s.reserved as on_hand, s.available, s.reserved, s.held, s.in_transit, s.incoming
      from stock_levels s
      join lots t on t.org_id = s.org_id and t.product_id = s.product_id and t.id = s.lot_id
      join organizations g on g.org_id = s.org_id
      where s.org_id = ${actor.org_id} and s.product_id = ${product_id}
        and (${location_id}::uuid is null or s.location_id = ${location_id}::uuid)
        and (s.lot_id = s.product_id or s.available + s.reserved + s.held + s.in_transit + s.incoming > 0)
      order by t.expires_on nulls last, t.lot_number, t.id`),
  ])
  return locations.map((location) => ({
    ...location,
    id: namedId(product_id, location.location_id),
    location: {
      id: location.location_id,
      name: location.location_name,
      is_default: location.is_default,
      is_active: location.is_active,
    },
    lots: lots.filter((lot) => lot.location_id === location.location_id).map(({ location_id: _, ...lot }) => lot),
  }))
}
