import { expect, test } from 'vitest'
import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { readDashboardQuery } from '../dashboard/queries.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { type Client, testApp } from '../testing/app.ts'
import { busyCompany } from '../testing/busy-company.ts'
import { countReads } from '../testing/count-reads.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { changeLocations, limitedMember } from '../testing/limited-member.ts'
import { manyOrders, manySales } from '../testing/many-orders.ts'
import { ownerOf } from '../testing/owner-of.ts'
import { ordering, savedLine } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'
import { times, together } from '../testing/together.ts'
import { keepLocationCounts } from './location-sets-handler.ts'

// Orders and shipments are counted by the locations that they concern, for organizations with limited members.

const app = await testApp({ choosesPlans: true })

const keep = (org_id: string, documents = 0, part = 1_000) =>
  app.db.transaction({ org_id, user_id: newId(), locations: 'all' }, (tx) =>
    keepLocationCounts(tx, org_id, documents, part),
  )

async function keepAll(org_id: string, part?: number): Promise<void> {
  while (await keep(org_id, 0, part));
}

/** Adds a member of these locations, whose counts are kept although there are few documents. */
async function limit(me: Client, location_ids: string[]): Promise<Client> {
  const member = await limitedMember(app, me, location_ids)
  await app.app.outbox.drain()
  return member
}

async function isKept(org_id: string): Promise<boolean> {
  const { rows } = await app.admin.query<{ kept: boolean }>('select app.has_document_counts($1) as kept', [org_id])
  return rows[0]?.kept === true
}

/** What a member of these locations sees in document_counts, without statuses that have no documents. */
function counts({ org_id, user_id }: Client, location_ids: readonly string[]) {
  return app.db.transaction({ org_id, user_id }, async (tx) => {
    await tx.useLocations([...location_ids])
    return tx.all(sql<Record<string, unknown>>`
      select kind, status, sum(documents)::bigint as documents, sum(open_documents)::bigint as open_documents,
        sum(open_lines)::bigint as open_lines, sum(lines)::bigint as lines, sum(partial_lines)::bigint as partial_lines,
        sum(received_lines)::bigint as received_lines
      from document_counts where org_id = ${org_id} group by kind, status having sum(documents) <> 0 or sum(lines) <> 0
      order by kind, status`)
  })
}

/** Expects that what is kept equals what is counted when nothing is kept, for every choice of the locations. */
async function expectCounted(me: Client, location_ids: readonly string[]): Promise<void> {
  await expectSound(app)
  expect(await isKept(me.org_id)).toBe(true)
  const choices = times(2 ** location_ids.length, (choice) => location_ids.filter((_, index) => (choice >> index) & 1))
  const kept = []
  for (const choice of choices) kept.push(await counts(me, choice))
  for (const table of ['document_location_counts', 'document_location_progress'])
    await app.admin.query(`delete from ${table} where org_id = $1`, [me.org_id])
  for (const [index, choice] of choices.entries()) expect(kept[index]).toEqual(await counts(me, choice))
  await keepAll(me.org_id)
  expect(await counts(me, location_ids)).toEqual(kept.at(-1))
}

test('the counts of a limited member are those of the documents they see, whatever happens to these', async () => {
  const s = await selling(app)
  const { me, main, shop } = s
  await limit(me, [shop])
  await keepAll(me.org_id)
  const depot = (await me.call(createLocation, { name: 'Depot' })).id
  const product = await s.product(100)
  const there = await s.product(0)
  await s.order([[product.id, 2]], { location_id: main })
  const anywhere = await s.order([[product.id, 3]])
  await s.ship(anywhere, 1)
  const named = await s.order([[product.id, 9]], { location_id: main })
  await s.ship(named, 2)
  const planned = await s.plan(await s.read(named), 1)
  await s.plan(await s.read(named), 3)
  await s.save(await s.read(named), { location_id: null })
  await s.move(planned, 'in_transit')
  await s.move(planned, 'failed', { account: 'available' })
  const waiting = await s.order([[there.id, 4]], { location_id: depot })
  await s.save(waiting, { location_id: shop })
  await s.to(await s.order([[product.id, 1]]), 'cancelled')
  const implicit = await s.order([[product.id, 2]], { status: 'shipped', location_id: main })
  await s.to(implicit, 'processing')
  await expectCounted(me, [main, shop, depot])
})

test('the counts of purchase orders follow their lines: added, moved, received, undone and removed', async () => {
  const s = await ordering(app)
  const { me, main, shop } = s
  await limit(me, [shop])
  await keepAll(me.org_id)
  const depot = (await me.call(createLocation, { name: 'Depot' })).id
  const product = await s.product(0)
  const line = (location_id: string | null, quantity: number) => ({
    product_id: product.id,
    quantity,
    unit_price: 2,
    ...(location_id && { location_id }),
  })
  await s.draft(line(null, 3), line(depot, 2))
  const draft = await s.draft(line(main, 3), line(shop, 4))
  await s.save(draft, { lines: draft.lines.map((one) => ({ ...savedLine(one), location_id: depot })) })
  const order = await s.ordered(line(main, 5), line(shop, 4), line(null, 3))
  await s.receive(order, { quantity: 2 }, { quantity: 4, item: 1, location_id: shop })
  const { receipt } = await s.receive(order, { quantity: 3 }, { quantity: 1, item: 2, location_id: depot })
  await s.undo(receipt)
  const left = await s.ordered(line(main, 5), line(depot, 1))
  await s.save(left, {
    lines: left.lines.slice(0, 1).map((one) => ({ ...savedLine(one), quantity: 4, location_id: shop })),
  })
  await s.cancel(await s.ordered(line(shop, 1)))
  await s.reopen(await s.read(await s.ordered(line(depot, 1))))
  await expectCounted(me, [main, shop, depot])
})

test('existing documents are counted in parts, while others write', async () => {
  const s = await busyCompany(app)
  const { me, main, shop } = s
  await limit(me, [shop])
  const product = await s.product(1_000)
  const { done } = await together([
    ...times(24, (index) => async () => {
      const order = await s.order([[product.id, 2]], index % 3 ? { location_id: index % 2 ? main : shop } : {})
      if (index % 2) await s.ship(order, 1)
    }),
    () => keepAll(me.org_id, 3),
  ])
  expect(done).toHaveLength(25)
  await expectCounted(me, [main, shop])
})

test('only organizations with limited members and enough documents have counts by location', async () => {
  const s = await selling(app)
  const { me, main, shop } = s
  const product = await s.product(10)
  await s.order([[product.id, 1]], { location_id: main })
  const kept = async () => {
    const text = 'select sum(documents)::int as documents from document_location_counts where org_id = $1'
    return (await app.admin.query<{ documents: number | null }>(text, [me.org_id])).rows[0]?.documents
  }
  await keepAll(me.org_id)
  expect(await kept()).toBeNull()
  const member = await limit(me, [shop])
  const queued = async (documents: number) => {
    await app.admin.query('select app.queue_missing_location_sets(1000, $1)', [documents])
    const { rowCount } = await app.admin.query('delete from outbox where org_id = $1', [me.org_id])
    return rowCount
  }
  expect([await queued(2), await queued(1)]).toEqual([0, 1])
  expect(await keep(me.org_id, 2)).toBe(false)
  expect(await kept()).toBeNull()
  await keepAll(me.org_id)
  expect(await kept()).toBe(1)
  await changeLocations(app, { org_id: me.org_id, user_id: member.user_id }, null)
  expect(await keep(me.org_id)).toBe(false)
  expect(await kept()).toBeNull()
})

test("a limited member's dashboard reads as much with two thousand finished orders as with two hundred", async () => {
  const read: number[] = []
  for (const orders of [200, 2_000]) {
    const me = await app.signUp()
    const location_ids = [(await me.call(createLocation, { name: 'Shop floor' })).id]
    await manySales(app.admin, me.org_id, me.user_id, orders)
    await manyOrders(app.admin, me.org_id, me.user_id, orders)
    await app.admin.query(
      `update purchase_orders set status = 'received', open_lines = 0 where org_id = $1 and status = 'ordered'`,
      [me.org_id],
    )
    const product = await me.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 1 })
    await app.admin.query(
      `insert into purchase_order_items (org_id, id, purchase_order_id, line_no, product_id, location_id, quantity, unit_price, received_quantity)
       select org_id, gen_random_uuid(), id, 1, $2, $3, 1, 1, (status = 'received')::integer from purchase_orders where org_id = $1`,
      [me.org_id, product.id, location_ids[0]],
    )
    await limit(me, location_ids)
    await keepAll(me.org_id)
    await app.admin.query('vacuum analyze')
    await app.db.transaction({ org_id: me.org_id, user_id: me.user_id }, async (tx) => {
      await tx.useLocations(location_ids)
      await tx.run(sql`set local enable_seqscan = off`)
      await tx.run(sql`set local enable_bitmapscan = off`)
      const tables = [
        'purchase_orders',
        'purchase_order_items',
        'sales_orders',
        'shipments',
        'document_location_counts',
      ]
      const { scanned, fetched } = await countReads(tx, tables, () =>
        readDashboardQuery.run(tx, { ...ownerOf(me), location_ids }, {} as never),
      )
      read.push(scanned + fetched)
    })
  }
  const [few = 0, many = 0] = read
  expect(few).toBeGreaterThan(0)
  expect(many).toBeLessThanOrEqual(few + 20)
})
