import { type ProductStockAsOf, readProductStockAsOf, readStockValueAsOf } from '../../contract/stock-as-of.ts'
import { amountDecimals } from '../organizations/currency.ts'
import { unitsHaveSum } from '../organizations/units-have-sum.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { valueAsOf } from '../../ledger/as-of.ts'
import { sql } from '../platform/sql.ts'
import { asOfMoment } from './as-of.ts'

export const readStockValueAsOfQuery = implement(readStockValueAsOf, async (tx, actor, input) => {
  const as_of = await asOfMoment(tx, actor, input)
  const [{ units, cost, price, unknown_cost_units }, { units_have_sum }] = await Promise.all([
    valueAsOf(tx, actor, as_of),
    tx.one(sql<{ units_have_sum: boolean }>`select ${unitsHaveSum(actor)} as units_have_sum`),
  ])
  return { as_of, units, units_have_sum, value_at_cost: cost, value_at_price: price, unknown_cost_units }
})

type Location = ProductStockAsOf['locations'][number]
type Lot = Location['lots'][number]
type Product = Pick<
  ProductStockAsOf,
  'product_id' | 'quantity_decimals' | 'price' | 'cost_price' | 'cost_is_known' | 'value_at_price' | 'value_at_cost'
>
/** The entire product, the stock at one location (no lot), or one lot at a location. */
type Row = Omit<Lot, 'lot_id'> & { location_id: string | null; location_name: string; lot_id: string | null }

export const readProductStockAsOfQuery = implement(
  readProductStockAsOf,
  async (tx, actor, { product_id, ...input }) => {
    const as_of = await asOfMoment(tx, actor, input)
    const levels = sql`kernel.levels_as_of(${actor.org_id}, ${as_of.at}::timestamptz, ${as_of.by}, ${product_id})`
    const [product, rows] = await Promise.all([
      tx.maybe(sql<Product>`
      select p.id as product_id, p.quantity_decimals, r.price, coalesce(r.cost_price, 0) as cost_price, r.cost_price is not null as cost_is_known,
        round(l.on_hand * r.price, ${amountDecimals(actor)}) as value_at_price, round(l.on_hand * coalesce(r.cost_price, 0), ${amountDecimals(actor)}) as value_at_cost
      from products p
      cross join lateral kernel.price_at(p.org_id, p.id, ${as_of.at}::timestamptz) r
      cross join lateral (select coalesce(sum(available + reserved), 0) as on_hand from ${levels} s) l
      where p.org_id = ${actor.org_id} and p.id = ${product_id}`),
      // SQL computes the sums: they are exact.
      tx.all(sql<Row>`
      select l.location_id, o.name as location_name, l.lot_id, t.lot_number, t.expires_on,
        coalesce(sum(l.available + l.reserved), 0) as on_hand, coalesce(sum(l.available), 0) as available,
        coalesce(sum(l.reserved), 0) as reserved, coalesce(sum(l.held), 0) as held, coalesce(sum(l.in_transit), 0) as in_transit,
        coalesce(sum(l.incoming), 0) as incoming
      from ${levels} l
      left join locations o on o.org_id = ${actor.org_id} and o.id = l.location_id
      left join lots t on t.org_id = ${actor.org_id} and t.product_id = l.product_id and t.id = l.lot_id
      group by grouping sets ((), (l.location_id, o.name, o.name_sort),
        (l.location_id, o.name, o.name_sort, l.lot_id, t.lot_number, t.expires_on))
      order by on_hand desc, o.name_sort, l.location_id, t.expires_on nulls last, t.lot_number`),
    ])
    const found = product ?? refuse('not_found')
    const total = rows.find((row) => row.location_id === null)
    if (!total) throw new Error('the sum over no locations is one row')
    return { ...found, as_of, ...balancesOf(total), locations: locationsOf(rows) }
  },
)

function locationsOf(rows: readonly Row[]): Location[] {
  return rows.flatMap(({ location_id, location_name, lot_id, ...row }) => {
    if (location_id === null || lot_id !== null) return []
    const lots = rows.flatMap((lot): Lot[] =>
      lot.location_id === location_id && lot.lot_id !== null
        ? [{ lot_id: lot.lot_id, lot_number: lot.lot_number, expires_on: lot.expires_on, ...balancesOf(lot) }]
        : [],
    )
    return [{ location_id, location_name, ...balancesOf(row), lots }]
  })
}

function balancesOf({
  on_hand,
  available,
  reserved,
  held,
  in_transit,
  incoming,
}: Omit<Row, 'location_id' | 'location_name' | 'lot_id'>) {
  return { on_hand, available, reserved, held, in_transit, incoming }
}
