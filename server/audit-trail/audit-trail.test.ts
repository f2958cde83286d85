import { describe, expect, test } from 'vitest'
import {
  countAuditTrail,
  listAuditTrail,
  listAuditUsers,
  readRecordHistory,
  type AuditEntry,
} from '../../contract/audit-trail.ts'
import { exportAccount } from '../../contract/account.ts'
import { createCategory, deleteCategory, updateCategory } from '../../contract/categories.ts'
import { renameMe } from '../../contract/me.ts'
import { createProduct, updateProduct } from '../../contract/products.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { listLocations } from '../../contract/locations.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { limits } from '../../contract/limits.ts'
import { newId } from '../platform/ids.ts'
import { testApp, type Client } from '../testing/app.ts'
import { edited } from '../testing/edited.ts'
import { manyProducts } from '../testing/many-products.ts'
import { fillTrail } from './fill-trail.ts'
import { recordAct } from '../platform/record-act.ts'
import { silentFields } from './silent-fields.ts'
import { sql } from '../platform/sql.ts'

const app = await testApp({ choosesPlans: true })

const newestOf = async (me: Client, input: object = {}): Promise<AuditEntry[]> =>
  (await me.call(listAuditTrail, { limit: 200, ...input })).items
const summariesOf = (entries: readonly AuditEntry[]) => entries.map(({ item_name, summary }) => [item_name, summary])

async function shop() {
  const me = await app.signUp()
  const drinks = await me.call(createCategory, { name: 'Drinks', color: '#3B82F6' })
  const chai = await me.call(createProduct, {
    name: 'Chai',
    sku: 'CH-1',
    price: 5,
    cost_price: 3,
    category_id: drinks.id,
  })
  return { me, drinks, chai }
}

test('each change is one row with its author, its record, and old and new values', async () => {
  const { me, drinks, chai } = await shop()
  await me.call(updateCategory, {
    id: drinks.id,
    version: drinks.version,
    name: 'Hot drinks',
    color: drinks.color,
    description: 'Tea',
  })
  await me.call(createTransaction, { product_id: chai.id, type: 'in', quantity: 7, reason_code: 'purchase_order' })
  const [stock, renamed, created] = await newestOf(me)
  expect(stock).toMatchObject({
    action: 'updated',
    table_name: 'stock',
    item_name: 'Chai',
    category: 'Hot drinks',
    summary: 'Stock +7',
    subject_id: chai.id,
    user_email: me.email,
    changes: [{ field: 'available', before: 0, after: 7 }],
  })
  expect(renamed).toMatchObject({
    action: 'updated',
    table_name: 'categories',
    item_name: 'Hot drinks',
    summary: 'Description changed, Updated name',
    subject_id: drinks.id,
    user_email: me.email,
    user_id: me.user_id,
    changes: expect.arrayContaining([
      { field: 'name', of: null, before: 'Drinks', after: 'Hot drinks' },
      { field: 'description', of: null, before: null, after: 'Tea' },
    ]),
  })
  expect(created).toMatchObject({ action: 'created', item_name: 'Chai', summary: 'Created product' })
  const spare = await me.call(createCategory, { name: 'Spare', color: '#3B82F6' })
  await me.call(deleteCategory, { id: spare.id })
  expect((await newestOf(me))[0]).toMatchObject({
    action: 'deleted',
    item_name: 'Spare',
    summary: 'Deleted category',
  })
})

test('an update reads Updated record when no visible field changed', async () => {
  const { rows } = await app.admin.query(
    `select field, app.audit_summary('products', 'UPDATE', jsonb_build_object(field, 1), jsonb_build_object(field, 2)) as summary
     from unnest($1::text[]) as field`,
    [silentFields],
  )
  expect(rows).toEqual(silentFields.map((field) => ({ field, summary: 'Updated record' })))
})

describe('filters', () => {
  test('by type, action, user, day and text each keep only what matches, and the count agrees', async () => {
    const { me, chai } = await shop()
    const chang = await me.call(createProduct, { name: 'Chang', sku: 'CG-1', price: 9, cost_price: 4 })
    await me.call(updateProduct, edited(chang, { price: 10 }))
    await me.call(createSupplier, { name: 'Exotic Liquids' })
    await me.call(createTransaction, { product_id: chai.id, type: 'in', quantity: 2, reason_code: 'purchase_order' })
    const day = (await newestOf(me)).at(-1)?.created_at.slice(0, 10) ?? ''
    const all = (await newestOf(me)).length
    const middle = (await newestOf(me))[3]?.created_at ?? ''
    const expected: [object, (entry: AuditEntry) => boolean][] = [
      [{ from: middle }, (row) => row.created_at >= middle],
      [{ to: middle }, (row) => row.created_at < middle],
      [{ type: 'products' }, (row) => row.table_name === 'products'],
      [{ type: 'stock_changes' }, (row) => row.table_name === 'stock'],
      [{ action: 'created' }, (row) => row.action === 'created'],
      [{ action: 'created', type: 'suppliers' }, (row) => row.table_name === 'suppliers'],
      [{ user_id: me.user_id }, (row) => row.user_id === me.user_id],
      [{ search: 'chang' }, (row) => row.item_name === 'Chang'],
      [{ search: 'updated price' }, (row) => row.summary === 'Updated price'],
      [{ search: 'exotic' }, (row) => row.item_name === 'Exotic Liquids'],
      [{ search: me.email.slice(0, 8).toUpperCase() }, (row) => row.user_id === me.user_id],
      [{ search: 'chai', action: 'updated' }, (row) => row.item_name === 'Chai' && row.action === 'updated'],
      [{ from: day }, () => true],
      [{ to: '2020-01-01' }, () => false],
      [{ user_id: chai.id }, () => false],
    ]
    const rows = await newestOf(me)
    for (const [input, fits] of expected) {
      const wanted = rows.filter(fits).map(({ id }) => id)
      expect([input, (await newestOf(me, input)).map(({ id }) => id)]).toEqual([input, wanted])
      const { count } = await me.call(countAuditTrail, input)
      expect([input, count]).toEqual([input, wanted.length])
    }
    expect(all).toBeGreaterThan(6)
  })

  test("find the same when the newest rows aren't enough and indexes are used", async () => {
    const { me, drinks } = await shop()
    await me.call(createSupplier, { name: 'Rare Supplier' })
    await me.call(renameMe, { username: 'Anna Berg' })
    await app.admin.query(
      `insert into audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values, subject_id, item_name, summary)
       select $1, null, 'categories', $2, 'UPDATE', '{"version": 1}', '{"version": 2}', $2, 'Drinks', 'Updated record' from generate_series(1, 700)`,
      [me.org_id, drinks.id],
    )
    const rows: [object, number][] = [
      [{ type: 'suppliers' }, 1],
      [{ search: 'rare' }, 1],
      [{ search: 'created supplier' }, 1],
      [{ user_id: me.user_id, type: 'products' }, 1],
      [{ search: me.email, action: 'created', type: 'products' }, 1],
      [{ search: 'drinks' }, 701],
      [{ search: 'drinks', action: 'created' }, 1],
      [{ type: 'categories', action: 'updated' }, 700],
    ]
    for (const [input, count] of rows) {
      expect([input, (await me.call(countAuditTrail, input)).count]).toEqual([input, count])
      expect([input, (await newestOf(me, input)).length]).toEqual([input, Math.min(count, 200)])
    }
  })

  test('find a kind of change that is new since the kinds were looked for', async () => {
    const { me, drinks } = await shop()
    // Newer than all that follows, so that only the indexes lead to it.
    await app.admin.query(
      `insert into audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values, subject_id, item_name, summary, created_at)
       select $1, null, 'categories', $2, 'UPDATE', '{"version": 1}', '{"version": 2}', $2, 'Drinks', 'Updated record', now() + interval '1 hour'
       from generate_series(1, 700)`,
      [me.org_id, drinks.id],
    )
    const deleted = { action: 'deleted' } as const
    const theirs = { ...deleted, user_id: me.user_id }
    for (const filters of [deleted, theirs]) expect(await newestOf(me, filters)).toEqual([])
    await me.call(deleteCategory, { id: (await me.call(createCategory, { name: 'Spare', color: '#3B82F6' })).id })
    for (const filters of [deleted, theirs, deleted]) {
      expect(summariesOf(await newestOf(me, filters))).toEqual([['Spare', 'Deleted category']])
      expect((await me.call(countAuditTrail, filters)).count).toBe(1)
    }
  })

  test('count to 10,000, each filter for itself', async () => {
    const { me, drinks } = await shop()
    const more = (rows: number) =>
      app.admin.query(
        `insert into audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values, subject_id, item_name, summary)
         select $1, null, 'categories', $2, 'UPDATE', '{"version": 1}', '{"version": 2}', $2, 'Drinks', 'Updated record' from generate_series(1, $3)`,
        [me.org_id, drinks.id, rows],
      )
    const updated = { type: 'categories', action: 'updated' } as const
    await more(limits.auditRowsCounted)
    expect(await me.call(countAuditTrail, updated)).toEqual({ count: limits.auditRowsCounted, is_more: false })
    await more(1)
    for (let time = 0; time < 2; time++) {
      expect(await me.call(countAuditTrail, updated)).toEqual({ count: limits.auditRowsCounted, is_more: true })
      expect(await me.call(countAuditTrail, { ...updated, action: 'created' })).toEqual({ count: 1, is_more: false })
    }
    const stranger = await app.signUp()
    expect(await stranger.call(countAuditTrail, updated)).toEqual({ count: 0, is_more: false })
  })

  test('find and count the same for a text that matches more records than one batch', async () => {
    const me = await app.signUp()
    await manyProducts(app.admin, me.org_id, me.user_id, 3_000)
    const drinks = await me.call(createCategory, { name: 'Drinks', color: '#3B82F6' })
    const chai = await me.call(createProduct, { name: 'Chai', sku: 'CH-1', price: 5 })
    const lamps = await app.admin.query(
      `insert into audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values, subject_id, item_name, summary, created_at)
       select org_id, null, 'products', id, 'UPDATE', '{"price": 1}', '{"price": 2}', id, name, 'Updated price', now() - interval '1 day'
       from products where org_id = $1 and name like '%lamp%' returning 1`,
      [me.org_id],
    )
    expect(lamps.rowCount).toBeGreaterThan(limits.auditSubjectsFound)
    const lamp = await app.admin.query(`select id from products where org_id = $1 and name like '%lamp%' limit 1`, [
      me.org_id,
    ])
    await me.call(createTransaction, {
      product_id: lamp.rows[0].id,
      type: 'in',
      quantity: 1,
      reason_code: 'purchase_order',
    })
    const all = lamps.rowCount ?? 0
    const changes = { search: 'lamp', type: 'products', action: 'updated' } as const
    const created = { ...changes, action: 'created' } as const
    const stock = { search: 'lamp', type: 'stock_changes' } as const
    const agree = async () => {
      expect((await me.call(countAuditTrail, changes)).count).toBe(all)
      expect((await me.call(countAuditTrail, created)).count).toBe(all)
      const rows = await newestOf(me, changes)
      expect(rows).toHaveLength(200)
      expect(rows.every(({ item_name }) => item_name?.includes('lamp'))).toBe(true)
      const newest = await newestOf(me, created)
      // The first page comes from the newest rows, if they are enough.
      expect(await newestOf(me, { ...created, limit: 20 })).toEqual(newest.slice(0, 20))
      expect((await newestOf(me, stock)).map(({ summary }) => summary)).toEqual(['Stock +1'])
      expect((await me.call(countAuditTrail, stock)).count).toBe(1)
    }
    await agree()
    // Neither the newest rows nor the newest postings are about lamps any more.
    await app.admin.query(
      `insert into audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values, subject_id, item_name, summary)
       select $1, null, 'categories', $2, 'UPDATE', '{"version": 1}', '{"version": 2}', $2, 'Drinks', 'Updated record' from generate_series(1, 700)`,
      [me.org_id, drinks.id],
    )
    const { items } = await me.call(listLocations, {})
    const opening = { from_account: 'opening', to_account: 'available', to_location_id: items[0]?.id, quantity: 1 }
    const postings = Array.from({ length: 600 }, () => ({
      id: newId(),
      kind: 'opening',
      user_reference: 'test',
      lines: [{ product_id: chai.id, ...opening }],
    }))
    await app.db.transaction({ org_id: me.org_id, user_id: me.user_id, locations: 'all' }, (tx) =>
      tx.run(sql`select kernel.post_many(${me.org_id}, ${me.user_id}, ${JSON.stringify(postings)}::jsonb)`),
    )
    await agree()
    const file = await (await me.fetch('/api/v1/audit-trail/file?search=lamp&type=products&action=updated')).text()
    expect(file.trimEnd().split('\r\n')).toHaveLength(all + 1)
  })
})

test('pages follow each other without gaps or repeats, and back again', async () => {
  const { me, chai } = await shop()
  for (let step = 0; step < 6; step++) {
    await me.call(createCategory, { name: `Category ${step}`, color: '#3B82F6' })
    await me.call(createTransaction, { product_id: chai.id, type: 'in', quantity: 1, reason_code: 'purchase_order' })
  }
  const whole = (await newestOf(me)).map(({ id }) => id)
  const pages: string[][] = []
  let cursor: string | undefined
  let previous: string | null = null
  do {
    const page = await me.call(listAuditTrail, { limit: 4, cursor })
    pages.push(page.items.map(({ id }) => id))
    cursor = page.next ?? undefined
    previous = page.previous
  } while (cursor)
  expect(pages.flat()).toEqual(whole)
  for (let at = pages.length - 2; at >= 0; at--) {
    const page = await me.call(listAuditTrail, { limit: 4, cursor: previous ?? '' })
    expect(page.items.map(({ id }) => id)).toEqual(pages[at])
    previous = page.previous
  }
  expect(previous).toBeNull()
  const refused = await me.refused(listAuditTrail, {
    cursor: Buffer.from('["audit-older","x","a1"]').toString('base64url'),
  })
  expect(refused.code).toBe('invalid_input')
})

test('names of people and products are those at the time of the change', async () => {
  const { me, chai } = await shop()
  await me.call(renameMe, { username: 'Anna Berg' })
  await me.call(createTransaction, { product_id: chai.id, type: 'in', quantity: 1, reason_code: 'purchase_order' })
  await me.call(renameMe, { username: 'Anna Lind' })
  await me.call(updateProduct, edited(chai, { name: 'Masala chai' }))
  const [renamed, stock] = await newestOf(me)
  expect([renamed?.item_name, renamed?.username]).toEqual(['Masala chai', 'Anna Lind'])
  expect([stock?.item_name, stock?.username]).toEqual(['Chai', 'Anna Berg'])
  expect(summariesOf(await newestOf(me, { search: 'masala' }))).toContainEqual(['Masala chai', 'Updated name'])
  const { items } = await me.call(listAuditUsers, {})
  expect(items).toEqual([{ user_id: me.user_id, name: 'Anna Lind', email: me.email }])
})

test('the history of a record has its own changes and its stock changes, newest first', async () => {
  const { me, chai } = await shop()
  const other = await me.call(createProduct, { name: 'Other', sku: 'O-1', price: 1 })
  await me.call(createTransaction, { product_id: chai.id, type: 'in', quantity: 7, reason_code: 'purchase_order' })
  await me.call(createTransaction, { product_id: other.id, type: 'in', quantity: 3, reason_code: 'purchase_order' })
  await me.call(updateProduct, edited(chai, { price: 6 }))
  const { items } = await me.call(readRecordHistory, { record_id: chai.id })
  expect(summariesOf(items)).toEqual([
    ['Chai', 'Updated price'],
    ['Chai', 'Stock +7'],
    ['Chai', 'Created product'],
  ])
  expect(items[0]?.changes).toEqual([{ field: 'price', of: null, before: 5, after: 6 }])
  const first = await me.call(readRecordHistory, { record_id: chai.id, limit: 2 })
  const rest = await me.call(readRecordHistory, { record_id: chai.id, limit: 2, cursor: first.next ?? '' })
  expect([...first.items, ...rest.items]).toEqual(items)
  const stranger = await app.signUp()
  expect((await stranger.call(readRecordHistory, { record_id: chai.id })).items).toEqual([])
})

describe('exports are recorded', () => {
  test('each report, the account and the trail itself, with their filters', async () => {
    const { me } = await shop()
    for (const path of ['reports/inventory', 'reports/transactions', 'reports/valuation', 'audit-trail'])
      expect((await me.fetch(`/api/v1/${path}/file?format=csv`)).status).toBe(200)
    expect((await me.fetch('/api/v1/audit-trail/file?format=xlsx&type=products')).status).toBe(200)
    const account = await me.fetch(`/api/v1${exportAccount.path}`)
    expect(account.status).toBe(200)
    const rows = await newestOf(me, { action: 'exported' })
    expect(summariesOf(rows)).toEqual([
      ['Account data', 'Exported JSON'],
      ['Audit Trail', 'Exported Excel workbook'],
      ['Audit Trail', 'Exported CSV'],
      ['Inventory Valuation', 'Exported CSV'],
      ['Transaction History', 'Exported CSV'],
      ['Inventory Status', 'Exported CSV'],
    ])
    expect(rows[1]?.changes).toContainEqual({ field: 'type', of: null, before: null, after: 'products' })
    expect(rows.every(({ user_id }) => user_id === me.user_id)).toBe(true)
  })

  test('an export is recorded with its transaction, and not when that is rolled back', async () => {
    const { me } = await shop()
    const scope = { org_id: me.org_id, user_id: me.user_id, locations: 'all' as const }
    const share = { action: 'SHARE', table_name: 'sales_orders', item_name: 'SO-1', summary: 'Shared by link' } as const
    await app.db.transaction(scope, (tx) => recordAct(tx, me, share))
    await expect(
      app.db.transaction(scope, async (tx) => {
        await recordAct(tx, me, share)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(summariesOf(await newestOf(me, { action: 'shared' }))).toEqual([['SO-1', 'Shared by link']])
  })
})

test('the file has the rows of the screen', async () => {
  const { me, chai } = await shop()
  await me.call(createTransaction, { product_id: chai.id, type: 'in', quantity: 7, reason_code: 'purchase_order' })
  await me.call(updateProduct, edited(chai, { price: 6 }))
  const file = await (await me.fetch('/api/v1/audit-trail/file?search=chai')).text()
  const lines = file.split('\r\n').map((line) => line.split(',').slice(2, 9).join(','))
  expect(lines.slice(0, 4)).toEqual([
    'Email,Action,Type,Item,Changes,Before,After',
    `${me.email},Updated,Product,Chai,Updated price,price: 5,price: 6`,
    `${me.email},Updated,Stock,Chai,Stock +7,available at Main Warehouse: 0,available at Main Warehouse: 7`,
    expect.stringContaining(`${me.email},Created,Product,Chai,Created product`),
  ])
})

test("the application can't change or delete a row, a name, a seal or a digest", async () => {
  const { me } = await shop()
  const scope = { org_id: me.org_id, user_id: me.user_id, locations: 'all' as const }
  for (const table of ['audit_trail', 'audit_names', 'audit_people', 'audit_seals', 'audit_seal_parts'])
    for (const act of [`delete from ${table}`, `update ${table} set org_id = org_id`, `truncate ${table}`])
      await expect(app.db.transaction(scope, (tx) => tx.run(sql.raw(act)))).rejects.toThrow(/permission denied/)
  await expect(
    app.db.transaction(scope, (tx) =>
      recordAct(tx, me, { action: 'DELETE' as never, table_name: 'x', item_name: '', summary: '' }),
    ),
  ).rejects.toThrow(/recorded by triggers/)
})

test('rows from earlier versions get their texts, a few at a time', async () => {
  const { me, chai } = await shop()
  const before = await newestOf(me)
  await app.admin.query(
    `update audit_trail set summary = null, item_name = null, subject_id = null where org_id = $1`,
    [me.org_id],
  )
  const { rows } = await app.admin.query('select app.fill_audit_trail(2) as filled')
  expect(rows).toEqual([{ filled: 2 }])
  expect(await fillTrail(app.db)).toBeGreaterThanOrEqual(before.length - 2)
  expect(await newestOf(me)).toEqual(before)
  expect((await me.call(readRecordHistory, { record_id: chai.id })).items.length).toBe(1)
})
