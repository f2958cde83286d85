import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { readDashboard } from '../../contract/dashboard.ts'
import { pictureFolders } from '../../contract/file-addresses.ts'
import { uploadFile } from '../../contract/files.ts'
import { listLocations } from '../../contract/locations.ts'
import { readMe } from '../../contract/me.ts'
import { createProduct, listProducts } from '../../contract/products.ts'
import { listPurchaseOrders } from '../../contract/purchase-orders.ts'
import { listReceipts } from '../../contract/receiving.ts'
import { listSalesOrders } from '../../contract/sales-orders.ts'
import {
  createSampleCompany,
  removeSampleCompany,
  sampleCompanyContents,
  sampleCompanyName,
} from '../../contract/sample-company.ts'
import { readShipmentCounts } from '../../contract/shipments.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { listTransfers } from '../../contract/location-transfers.ts'
import { removedOrganizationHandler } from '../files/remove-organization-files.ts'
import { diskStorage } from '../files/storage.ts'
import { picture } from '../files/testing.ts'
import { newId } from '../platform/ids.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sql } from '../platform/sql.ts'
import { type Client, testApp } from '../testing/app.ts'
import { retryWhileInProgress, times, together } from '../testing/together.ts'

const app = await testApp()
const everything = { limit: 200 }

/** A new person, and the same person in their sample company. */
async function withSample(): Promise<{ owner: Client; sample: Client }> {
  const owner = await app.signUp()
  const { org_id } = await owner.call(createSampleCompany, {})
  return { owner, sample: owner.in(org_id) }
}

// For the tests that change nothing in it: creating one takes some hundred commands.
const shared = await withSample()

test('a sample company is a separate organization with the promised contents; the one it was created from stays empty', async () => {
  const { owner, sample } = shared
  const { organizations } = await owner.call(readMe, {})
  expect(organizations.map(({ org_id, is_sample }) => [org_id, is_sample])).toEqual([
    [owner.org_id, false],
    [sample.org_id, true],
  ])
  expect(organizations[1]).toMatchObject({ name: sampleCompanyName, role: 'owner' })
  expect((await owner.call(listProducts, {})).items).toEqual([])
  expect((await owner.call(listLocations, {})).items).toHaveLength(1)

  const [purchases, sales, receipts, shipments] = await Promise.all([
    sample.call(listPurchaseOrders, everything),
    sample.call(listSalesOrders, everything),
    sample.call(listReceipts, everything),
    sample.call(readShipmentCounts, {}),
  ])
  expect({
    products: (await sample.call(listProducts, everything)).items.length,
    locations: (await sample.call(listLocations, {})).items.length,
    orders: purchases.items.length + sales.items.length,
    deliveries: receipts.items.length,
    shipments: shipments.total,
    weeks: sampleCompanyContents.weeks,
  }).toEqual(sampleCompanyContents)
  expect(new Set(purchases.items.map(({ status }) => status))).toEqual(
    new Set(['draft', 'ordered', 'partial', 'received', 'cancelled']),
  )
  expect(new Set(sales.items.map(({ status }) => status))).toEqual(
    new Set(['pending', 'processing', 'shipped', 'delivered', 'cancelled']),
  )
  expect(new Set(sales.items.map(({ payment_status }) => payment_status))).toEqual(
    new Set(['pending', 'partial', 'paid']),
  )
  expect(shipments).toMatchObject({ pending: 2, in_transit: 2, failed: 1 })
  const { items: transfers } = await sample.call(listTransfers, everything)
  expect(new Set(transfers.map(({ status }) => status))).toEqual(new Set(['completed', 'pending']))
  const dashboard = await sample.call(readDashboard, {})
  expect(dashboard.low).toBeGreaterThan(2)
  expect(dashboard.out).toBeGreaterThan(0)
  expect(dashboard.supplier_payments).toEqual({ due: 2, overdue: 1 })
  await expectSound(app)
})

test('every date in a sample company is within its six weeks, in every table', async () => {
  const { sample } = shared
  await app.app.outbox.drain()
  const { rows: columns } = await app.admin.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'timestamptz'::regtype and not a.attisdropped
    join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      -- When it was really created, and when its events were numbered.
      and (c.relname, a.attname) not in (('organizations', 'created_at'), ('feed_batches', 'numbered_at'))
    order by 1, 2`)
  const outside: unknown[] = []
  const days = new Map<string, number>()
  for (const { table, column } of columns) {
    const { rows } = await app.admin.query<{ early: number; late: number; days: number }>(
      `select count(*) filter (where ${column} < now() - interval '43 days')::int as early,
         count(*) filter (where ${column} > now() - interval '2 hours')::int as late, count(distinct ${column}::date)::int as days
       from ${table} where org_id = $1 and isfinite(${column})`,
      [sample.org_id],
    )
    if (rows[0]?.early || rows[0]?.late) outside.push({ table, column, ...rows[0] })
    days.set(`${table}.${column}`, rows[0]?.days ?? 0)
  }
  expect(outside).toEqual([])
  expect(days.get('stock_movements.happened_at')).toBeGreaterThan(30)
  expect(days.get('stock_movements.recorded_at')).toBe(days.get('stock_movements.happened_at'))
  expect(days.get('audit_trail.created_at')).toBeGreaterThan(15)
  expect(days.get('sales_orders.order_date')).toBe(11)
  expect(days.get('receipts.received_at')).toBeGreaterThan(6)
  expect(days.get('payments.payment_date')).toBeGreaterThan(6)
})

test('a real organization uses the real clock, whatever a session sets', async () => {
  const owner = await app.signUp()
  const id = newId()
  await app.db.transaction({ org_id: owner.org_id, user_id: owner.user_id }, async (tx) => {
    await tx.set('app.now', '2020-01-01T00:00:00Z')
    await tx.run(sql`
      insert into categories (org_id, id, user_id, name, color)
      values (${owner.org_id}, ${id}, ${owner.user_id}, 'Backdated', '#3B82F6')`)
  })
  const { rows } = await app.admin.query(
    `select c.created_at > now() - interval '1 minute' as is_now, a.created_at > now() - interval '1 minute' as is_audited_now
     from categories c join audit_trail a on a.org_id = c.org_id and a.record_id = c.id where c.id = $1`,
    [id],
  )
  expect(rows).toEqual([{ is_now: true, is_audited_now: true }])
})

test('a person has one sample company, even when requests create it at once; once removed, it can be created again', async () => {
  const owner = await app.signUp()
  const made = await together(times(3, () => () => retryWhileInProgress(() => owner.call(createSampleCompany, {}))))
  expect(made.done).toHaveLength(1)
  expect(made.refused).toEqual(['already_exists', 'already_exists'])
  const [first] = made.done
  const again = await owner.refused(createSampleCompany, {})
  expect(again).toMatchObject({ status: 409, details: { org_id: first?.org_id } })

  const removed = await together(times(3, () => () => owner.call(removeSampleCompany, {})))
  expect(removed.done).toEqual([{ org_id: first?.org_id }])
  expect(removed.refused).toEqual(['not_found', 'not_found'])
  const second = await owner.call(createSampleCompany, {})
  expect(second.org_id).not.toBe(first?.org_id)
  expect((await owner.call(readMe, {})).organizations).toHaveLength(2)
})

test('a removed sample company leaves no row and no picture; other organizations keep theirs', async () => {
  const { owner, sample } = await withSample()
  const { sample: others } = shared
  for (const client of [owner, sample, others]) await keepPicture(client)
  expect(picturesOf(sample)).toBe(2)
  await app.app.outbox.drain()
  await app.app.sequencer.drain()
  const kept = await Promise.all([owner, others].map(rowsOf))

  await owner.call(removeSampleCompany, {})
  await app.app.outbox.drain()
  await app.app.sequencer.drain()
  expect(await rowsOf(sample)).toEqual({})
  expect(picturesOf(sample)).toBe(0)
  expect(await sample.refused(listProducts, {})).toMatchObject({ status: 404, code: 'not_found' })
  // The stored response of the removal itself isn't a row of the company.
  expect(await Promise.all([owner, others].map(rowsOf))).toEqual(kept)
  expect([picturesOf(owner), picturesOf(others)]).toEqual([2, 2])
  await expectSound(app)
})

test('pictures of an organization that still exists are never removed', async () => {
  const owner = await app.signUp()
  await keepPicture(owner)
  const handle = removedOrganizationHandler(diskStorage(app.filesDir))
  const removal = app.db.transaction({ org_id: shared.owner.org_id, user_id: null }, (tx) =>
    handle(tx, shared.owner.org_id, { removed_org_id: owner.org_id } as never, { alone: true }),
  )
  await expect(removal).rejects.toThrow('exists')
  expect(picturesOf(owner)).toBe(2)
})

test('only its owner can remove a sample company, while working in another one; no one can remove a real company this way', async () => {
  const { owner, sample } = shared
  expect(await sample.refused(removeSampleCompany, {})).toMatchObject({ status: 422, code: 'invalid_input' })
  const guest = await app.signUp()
  await app.admin.query(`insert into members (org_id, user_id, role) values ($1, $2, 'admin')`, [
    sample.org_id,
    guest.user_id,
  ])
  expect(await guest.refused(removeSampleCompany, {})).toMatchObject({ status: 404 })

  const { rows } = await app.admin.query<{ owner: string }>(`select pg_get_userbyid(proowner) as owner from pg_proc
    where oid = 'app.remove_sample_company(uuid)'::regprocedure`)
  expect(rows[0]?.owner).toBe('onhand_owner')
  const refusals = [
    await refusedRemoval(guest.user_id, sample.org_id, sample.org_id),
    await refusedRemoval(owner.user_id, owner.org_id, sample.org_id),
    await refusedRemoval(owner.user_id, owner.org_id, owner.org_id),
  ]
  expect(refusals).toEqual(['not_found', 'not_found', 'not_found'])
  expect((await sample.call(listProducts, {})).items.length).toBeGreaterThan(0)
})

test('without the function no role can delete ledger rows in any organization, or turn a real one into a sample', async () => {
  const { owner, sample } = shared
  const { items } = await owner.call(listLocations, {})
  await owner.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 1, stock_quantity: 5, location: items[0]?.name })
  const ledger = ['stock_movements', 'stock_postings', 'posting_keys', 'product_prices']
  for (const org_id of [owner.org_id, sample.org_id])
    for (const table of ledger) {
      const asApp = await refusedStatement('onhand_app', org_id, `delete from ${table} where org_id = '${org_id}'`)
      expect([table, asApp]).toEqual([table, `permission denied for table ${table}`])
      const asOwner = await refusedStatement('onhand_owner', org_id, `delete from ${table} where org_id = '${org_id}'`)
      expect([table, asOwner]).toEqual([table, `${table} is append-only`])
    }
  // Not even with the setting that the function works under.
  const forged = `set local app.removing = '${owner.org_id}'; delete from stock_movements where org_id = '${owner.org_id}'`
  expect(await refusedStatement('onhand_owner', owner.org_id, forged)).toBe('stock_movements is append-only')
  for (const role of ['onhand_app', 'onhand_owner']) {
    const marks = `update organizations set is_sample = not is_sample where org_id = '${owner.org_id}'`
    expect(await refusedStatement(role, owner.org_id, marks)).toContain('is_sample is set when an organization is made')
  }
})

test('a movement during the removal of the sample company happens before it or is refused', async () => {
  const { owner, sample } = await withSample()
  const { items } = await sample.call(listProducts, { sort: '-on_hand', limit: 8 })
  const entries = times(
    24,
    (index) => () =>
      sample.call(createTransaction, {
        product_id: items[index % items.length]?.id ?? '',
        type: 'out',
        quantity: 1,
        reason_code: 'customer_order',
      }),
  )
  const outcomes = await together<unknown>([
    ...entries.slice(0, 12),
    () => owner.call(removeSampleCompany, {}),
    ...entries.slice(12),
    () => sample.call(createCategory, { name: 'Late', color: '#3B82F6' }),
  ])
  expect(outcomes.refused.filter((code) => code !== 'not_found')).toEqual([])
  await app.app.outbox.drain()
  expect(await rowsOf(sample)).toEqual({})
  await expectSound(app)
})

/** A product with a picture. */
async function keepPicture(client: Client): Promise<void> {
  const { address } = await client.call(uploadFile, { folder: 'product-images', file: new Uint8Array(await picture()) })
  await client.call(createProduct, { name: 'Shown', sku: 'SHOWN', price: 1, image: address })
}

/** Files in the store, each in two sizes. */
function picturesOf({ org_id }: Client): number {
  const folders = pictureFolders.map((folder) => join(app.filesDir, 'inventory', folder, org_id))
  return folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder)).length
}

/** How many rows each table has for an organization, except stored responses, which expire. */
async function rowsOf({ org_id }: Client): Promise<Record<string, number>> {
  const { rows: tables } = await app.admin.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'command_results' order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await app.admin.query<{ count: number }>(
      `select count(*)::int as count from ${name} where org_id = $1`,
      [org_id],
    )
    if (rows[0]?.count) counts[name] = rows[0].count
  }
  return counts
}

/** The function's result for the app role, which works for this user in that organization. */
async function refusedRemoval(user_id: string, org_id: string, removed: string): Promise<string> {
  const call = app.db.transaction({ org_id, user_id, locations: 'all' }, (tx) =>
    tx.run(sql`select app.remove_sample_company(${removed})`),
  )
  return call.then(
    () => 'removed',
    (error: Error) => error.message,
  )
}

/** The database's own messages for statements that a role can't run. Nothing remains of them. */
async function refusedStatement(role: string, org_id: string, statement: string): Promise<string> {
  await app.admin.query(`begin; set local role ${role}; set local app.org_id = '${org_id}'`)
  try {
    await app.admin.query(statement)
    return 'done'
  } catch (error) {
    return (error as Error).message
  } finally {
    await app.admin.query('rollback')
  }
}
