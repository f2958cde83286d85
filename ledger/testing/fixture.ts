import { archiveProduct } from '../products.ts'
import type { PostingLine } from '../posting.ts'
import { newId } from '../../server/platform/ids.ts'
import type { TestStock } from './scenarios.ts'

/** An organization with a few products, locations and a lot, the same every time. */
export async function makeFixture(stock: TestStock) {
  const org = await stock.organization()
  const products = [
    await org.product({ stock: 10 }),
    await org.product({ stock: 4, minimum: 5 }),
    await org.product({ stock: 6 }),
    await org.product({ decimals: 2, stock: 3 }),
    await org.product(),
    await org.product({ stock: 1 }),
  ]
  const at = (n: number) => products[n] as string
  const lot = await org.lot(at(2), 'L-1')
  await org.post([{ product_id: at(2), type: 'in', reason: 'other', quantity: 5, location_id: org.main, lot_id: lot }])
  const demand = { document_line_id: newId(), document_kind: 'sales_order' as const, document_id: newId() }
  await org.post(
    [
      {
        product_id: at(1),
        from_account: 'available',
        to_account: 'reserved',
        quantity: null,
        up_to: true,
        ...demand,
      } as PostingLine,
    ],
    { demands: [{ ...demand, product_id: at(1), wanted: 7 }] },
  )
  await stock.admin.query('insert into stock_rules (org_id, product_id, location_id, minimum) values ($1, $2, $3, 3)', [
    org.org_id,
    at(0),
    org.main,
  ])
  const idle = await org.location('Idle', { is_active: false })
  await org.inTx((tx) => archiveProduct(tx, org.actor, at(4)))
  return {
    stock,
    org,
    products,
    locations: [org.main, org.second, idle, newId()],
    lots: [lot],
    line: demand.document_line_id,
  }
}

export type Fixture = Awaited<ReturnType<typeof makeFixture>>

/**
 * The tables of the ledger, without times and the order of equal rows. A group requests backorders once for its
 * products; single postings each request theirs. Low products and locations are left out: a group notifies of what is
 * low afterwards, single postings also of what is low for a moment between them.
 */
export async function tablesOf({ stock, org }: Fixture) {
  const { rows } = await stock.admin.query<{ all: object }>(
    `select jsonb_build_object(
       'levels', (select jsonb_agg(to_jsonb(t) - 'last_recorded_at' order by t.product_id, t.location_id, t.lot_id) from stock_levels t where t.org_id = $1),
       'movements', (select jsonb_agg(to_jsonb(t) - 'recorded_at' - 'happened_at' order by t.posting_id, t.line_no) from stock_movements t where t.org_id = $1),
       'order', (select jsonb_agg(t.posting_id order by t.recorded_at, t.posting_id, t.line_no) from stock_movements t where t.org_id = $1),
       'postings', (select jsonb_agg(to_jsonb(t) - 'recorded_at' - 'happened_at' || jsonb_build_object('result', t.result - 'recorded_at' - 'happened_at') order by t.id) from stock_postings t where t.org_id = $1),
       'keys', (select jsonb_agg(to_jsonb(t) - 'request_hash' order by t.id) from posting_keys t where t.org_id = $1),
       'totals', (select jsonb_agg(to_jsonb(t) - 'name_sort' order by t.product_id) from product_totals t where t.org_id = $1),
       'months', (select jsonb_agg(to_jsonb(t) order by t.product_id, t.location_id, t.lot_id, t.account, t.month) from stock_months t where t.org_id = $1),
       'product months', (select jsonb_agg(to_jsonb(t) order by t.product_id, t.month) from product_months t where t.org_id = $1),
       'demands', (select jsonb_agg(to_jsonb(t) - 'placed_at' order by t.document_line_id) from stock_demands t where t.org_id = $1),
       'commitments', (select jsonb_agg(to_jsonb(t) order by t.document_line_id, t.location_id, t.lot_id) from stock_commitments t where t.org_id = $1),
       'rules', (select jsonb_agg(to_jsonb(t) order by t.product_id) from stock_rules t where t.org_id = $1),
       'catalog', (select jsonb_build_object('units', sum(units), 'value', sum(value_at_price), 'low', sum(low), 'out', sum("out")) from catalogue_totals t where t.org_id = $1),
       'events', (select jsonb_agg(jsonb_build_object('type', t.type, 'object_id', t.object_id) order by t.object_id, t.type) from feed_events t where t.org_id = $1),
       'outbox', (select jsonb_agg(jsonb_build_object('kind', t.kind, 'payload', t.payload - '{cause,happened_at,transaction}'::text[])) from outbox t where t.org_id = $1 and t.kind <> 'backorders' and coalesce(t.payload ->> 'found', '') not in ('low_stock', 'low_location')),
       'waited for', (select jsonb_agg(distinct p.id) from outbox t, jsonb_array_elements(t.payload -> 'product_ids') as p (id) where t.org_id = $1 and t.kind = 'backorders')
     ) as all`,
    [org.org_id],
  )
  return rows[0]?.all
}

/**
 * The tables with names instead of ids. Each table's rows are sorted by content: ids made within one millisecond sort
 * differently in each organization. The order of postings is kept.
 */
export async function namedTables(made: Fixture, ids: readonly string[]): Promise<unknown> {
  const tables = named(made, await tablesOf(made), ids) as Record<string, unknown>
  const rows = (table: unknown[]) => table.map((row) => JSON.stringify(row)).toSorted()
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [
      name,
      Array.isArray(table) && name !== 'order' ? rows(table) : table,
    ]),
  )
}

/** A value with names instead of ids, so that two organizations can be compared. */
export function named(made: Fixture, value: unknown, ids: readonly string[]): unknown {
  const names = new Map<string, string>([
    [made.org.org_id, 'ORG'],
    [made.org.actor.user_id ?? '', 'ADA'],
    [made.line, 'LINE'],
    ...made.products.map((id, n): [string, string] => [id, `PRODUCT ${n}`]),
    ...made.locations.map((id, n): [string, string] => [id, `LOCATION ${n}`]),
    ...made.lots.map((id, n): [string, string] => [id, `LOT ${n}`]),
    ...ids.map((id, n): [string, string] => [id, `POSTING ${n}`]),
  ])
  const text = JSON.stringify(value).replaceAll(/SKU-[0-9a-f-]{36}/g, 'SKU')
  return JSON.parse(
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => names.get(id) ?? 'OTHER')
      .replaceAll(/"(recorded_at|happened_at)":"[^"]*"/g, '"$1":"then"'),
  )
}
