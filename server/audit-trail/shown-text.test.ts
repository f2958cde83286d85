import { expect, test } from 'vitest'
import { countAuditTrail, listAuditTrail, type AuditEntry } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { createSupplier, updateSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { sql } from '../platform/sql.ts'
import { newId } from '../platform/ids.ts'
import { testApp, type Client } from '../testing/app.ts'
import { selling, type Selling } from '../testing/selling.ts'

// Not the shared one: postings without movements violate the invariants.
const app = await testApp()

const rowsOf = async (me: Client, input: object = {}): Promise<AuditEntry[]> =>
  (await me.call(listAuditTrail, { limit: 200, ...input })).items

/** 700 audit rows and 600 postings of others, newer than all rows: those are found only through the indexes. */
async function bury(s: Selling) {
  const filler = await s.product(1)
  const lines = [
    {
      product_id: filler.id,
      from_account: 'opening',
      to_account: 'available',
      to_location_id: s.main,
      quantity: 1,
    },
  ]
  const postings = Array.from({ length: 600 }, () => ({ id: newId(), kind: 'opening', user_reference: 'test', lines }))
  const { me } = s
  await app.db.transaction({ org_id: me.org_id, user_id: me.user_id, locations: 'all' }, (tx) =>
    tx.run(sql`select kernel.post_many(${me.org_id}, ${newId()}, ${JSON.stringify(postings)}::jsonb)`),
  )
  await app.admin.query(
    `insert into audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values, subject_id, item_name, summary)
     select $1, null, 'categories', $2, 'UPDATE', '{"color": 1}', '{"color": 2}', $2, 'Filler', 'Updated color' from generate_series(1, 700)`,
    [me.org_id, newId()],
  )
}

const wordsIn = (text: string) => text.toLowerCase().split(' ')
const says = ({ summary }: AuditEntry, search: string) =>
  wordsIn(search).every((word) => summary.toLowerCase().includes(word))

async function shop() {
  const s = await selling(app)
  const { me } = s
  const product = await s.product(50)
  const supplier = await me.call(createSupplier, { name: 'Exotic Liquids' })
  const { id, version, name, status } = supplier
  await me.call(updateSupplier, { id, version, name, status, tax_id: 'DE 1' })
  await me.call(createTransaction, { product_id: product.id, type: 'out', quantity: 3, reason_code: 'damaged' })
  await me.call(createTransfer, {
    product_id: product.id,
    quantity: 4,
    from_location_id: s.main,
    to_location_id: s.shop,
    reason: 'demand',
  })
  const order = await s.order([[product.id, 6]])
  await s.ship(order, 4)
  const { order_number } = await s.read(order)
  return { s, me, product, order_number }
}

test('each row is found by its summary and by its item, among the newest rows and through the indexes', async () => {
  const { s, me } = await shop()
  const rows = await rowsOf(me)
  const shown = new Set(rows.map(({ summary }) => summary))
  for (const summary of ['Stock -3', 'Stock +50', 'Stock moved', 'Created sales order line', 'Created company'])
    expect([...shown]).toContain(summary)
  expect([...shown]).toContain('Updated tax ID')
  const areFound = async () => {
    for (const search of shown) {
      const found = await rowsOf(me, { search })
      const expected = rows.filter((row) => says(row, search)).map(({ id }) => id)
      expect([search, found.map(({ id }) => id)]).toEqual([search, expect.arrayContaining(expected)])
      expect([search, (await me.call(countAuditTrail, { search })).count]).toEqual([search, found.length])
    }
    for (const row of rows) {
      if (row.item_name === null || row.item_name.endsWith(' products')) continue
      const found = await rowsOf(me, { search: row.item_name })
      expect([row.item_name, found.map(({ id }) => id)]).toEqual([row.item_name, expect.arrayContaining([row.id])])
    }
  }
  await areFound()
  await bury(s)
  await areFound()
})

test('the stored words of a summary find nothing, if they are not shown', async () => {
  const { me } = await shop()
  expect(await rowsOf(me, { search: 'created sales order item' })).toEqual([])
  expect(await rowsOf(me, { search: 'created organization' })).toEqual([])
})

test('a stock change is found by its number, with its sign, and by no other', async () => {
  const { s, me } = await shop()
  const summariesOf = async (search: string) => {
    const filters = { search, type: 'stock_changes' } as const
    const rows = await rowsOf(me, filters)
    expect([search, (await me.call(countAuditTrail, filters)).count]).toEqual([search, rows.length])
    const file = await (await me.fetch(`/api/v1/audit-trail/file?${new URLSearchParams(filters)}`)).text()
    expect([search, file.trim().split('\r\n').length - 1]).toEqual([search, rows.length])
    return rows.map(({ summary }) => summary)
  }
  const areFound = async () => {
    expect(await summariesOf('stock -3')).toEqual(['Stock -3'])
    expect(await summariesOf('Stock −3')).toEqual(['Stock -3'])
    expect(await summariesOf('+50')).toEqual(['Stock +50'])
    expect(await summariesOf('stock +3')).toEqual([])
    expect(await summariesOf('stock 77')).toEqual([])
    expect(await summariesOf('stock -')).toEqual(['Stock -4', 'Stock -3'])
    expect(new Set(await summariesOf('stock moved'))).toEqual(new Set(['Stock moved']))
  }
  await areFound()
  await bury(s)
  await areFound()
  const theirs = { search: 'stock -3', user_id: me.user_id }
  expect((await rowsOf(me, theirs)).map(({ summary }) => summary)).toEqual(['Stock -3'])
  expect((await me.call(countAuditTrail, theirs)).count).toBe(1)
})

test('a large stock change is written with separators, and found with and without them', async () => {
  const { s, me } = await shop()
  await s.product(98_765_432.5, { quantity_decimals: 1 })
  const summary = 'Stock +98,765,432.5'
  for (const search of [summary, '+98765432.5', '765,432', '765432']) {
    const filters = { search, type: 'stock_changes' } as const
    expect([search, (await rowsOf(me, filters)).map((row) => row.summary)]).toEqual([search, [summary]])
    const file = await (await me.fetch(`/api/v1/audit-trail/file?${new URLSearchParams(filters)}`)).text()
    expect(file).toContain(`"${summary}"`)
  }
})

test('only the newest stock changes are compared with a number: of the days and the person asked for', async () => {
  const { me } = await shop()
  // Postings of another person, without movements.
  await app.admin.query(
    `with made as (select gen_random_uuid() as id from generate_series(1, $2)),
      keys as (insert into posting_keys (org_id, id, request_hash) select $1, id, sha256('') from made)
     insert into stock_postings (org_id, id, user_id, user_reference, kind, metadata, result, happened_at, recorded_at)
     select $1, id, $1, 'test', 'opening', '{}', '{}', now() + interval '2 days', now() + interval '2 days' from made`,
    [me.org_id, limits.auditStockSummariesTested],
  )
  const search = 'stock -3'
  const found = async (filters: object) => [
    (await rowsOf(me, { search, ...filters })).length,
    (await me.call(countAuditTrail, { search, ...filters })).count,
  ]
  expect(await found({})).toEqual([0, 0])
  expect(await found({ user_id: me.user_id })).toEqual([1, 1])
  const today = new Date().toISOString().slice(0, 10)
  expect(await found({ to: today })).toEqual([1, 1])
})

test('a shipment is found by its own name, and not the other shipments of its order', async () => {
  const { s, me, order_number, product } = await shop()
  const order = await s.order([[product.id, 6]])
  await s.ship(order, 2)
  await s.ship(await s.read(order), 2)
  const itemsOf = async (search: string) => {
    const rows = await rowsOf(me, { search })
    expect([search, (await me.call(countAuditTrail, { search })).count]).toEqual([search, rows.length])
    return [...new Set(rows.map(({ item_name }) => item_name))]
  }
  const second = `${order.order_number}, shipment 2`
  const areFound = async () => {
    expect(await itemsOf(second)).toContain(second)
    expect(await itemsOf(`${order.order_number},`)).toEqual([second, `${order.order_number}, shipment 1`])
    expect(await itemsOf(`${order_number}, shipment`)).toEqual([`${order_number}, shipment 1`])
    const rows = await rowsOf(me, { search: order.order_number })
    expect(rows.filter(({ table_name }) => table_name === 'shipments')).toHaveLength(4)
    expect((await me.call(countAuditTrail, { search: order.order_number })).count).toBe(rows.length)
  }
  await areFound()
  await bury(s)
  await areFound()
})
