import { CompactSign } from 'jose'
import { expect, test } from 'vitest'
import { deleteAccount } from '../../contract/account.ts'
import { listAuditTrail } from '../../contract/audit-trail.ts'
import { createComment, deleteComment, listComments } from '../../contract/comments.ts'
import { acceptInvitation, createInvitation } from '../../contract/invitations.ts'
import { renameMe } from '../../contract/me.ts'
import { listNotifications } from '../../contract/notifications.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { createSalesOrder, readSalesOrder } from '../../contract/sales-orders.ts'
import { addPayment, reversePayment } from '../../contract/sales-payments.ts'
import { createSalesOrderShare, listSalesOrderShares } from '../../contract/sharing.ts'
import { changeShipmentStatus, createShipment } from '../../contract/shipments.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { keyOf, loadSigningKeys } from '../identity/signing-keys.ts'
import { sql } from '../platform/sql.ts'
import { testApp, testSecrets } from '../testing/app.ts'
import { colleague, secretOf } from '../testing/colleagues.ts'
import { receiptInput } from '../testing/ordering.ts'
import { selling, shipmentInput } from '../testing/selling.ts'
import { waitsForOlderTransactions } from '../testing/settled.ts'
import { sha256 } from './leaves.ts'
import { sealTrail } from './seal-trail.ts'
import { thumbprintsOf, verifyTrail } from './verify-trail.ts'

const app = await testApp()
const keys = await loadSigningKeys(app.db, testSecrets, {
  issuer: 'http://localhost',
  jwtKeys: [],
  accessTokenSeconds: 60,
})
const trusted = await thumbprintsOf(keys.jwks.keys)

/** Every row of the tables with people's data, as text. */
async function everything(org_id: string): Promise<string> {
  const tables = [
    'audit_trail',
    'audit_names',
    'audit_people',
    'audit_erasures',
    'comments',
    'notifications',
    'shares',
    'sales_order_questions',
    'supplier_responses',
    'invitations',
    'outbox',
    'auth.push_messages',
  ]
  const { rows } = await app.admin.query<{ everything: string }>(
    `select concat_ws(E'\\n', ${tables.map((table) => `(select string_agg(t::text, E'\\n') from ${table} t where t.org_id = $1)`).join(', ')},
      (select string_agg(m::text, E'\\n') from auth.mails m where m.details::text like '%' || $1 || '%')) as everything`,
    [org_id],
  )
  return rows[0]?.everything ?? ''
}

async function invitedErika() {
  const s = await selling(app)
  const { me } = s
  const guest = await app.signUp()
  // The test server returns invitations as links; the address is stored as for an emailed one.
  const { id, link } = await me.call(createInvitation, { role: 'admin', email: guest.email })
  await guest.call(acceptInvitation, { secret: secretOf(link) })
  const erika = guest.in(me.org_id)
  await erika.call(renameMe, { username: 'Erika Eraseme' })
  return { ...s, erika, invitation_id: id }
}

const settled = waitsForOlderTransactions(app)

test('after an account is deleted its address and names are in no audit row, comment, notification, link or email', async () => {
  const { me, erika, product, order } = await invitedErika()
  const watcher = await colleague(app, me, 'admin')
  const one = await product(9)
  const sale = await order([[one.id, 2]])
  const record = { record_type: 'product', record_id: one.id } as const
  await erika.call(createComment, { ...record, body: `Counted by me, <@${me.user_id}>` })
  await watcher.call(createComment, { ...record, body: `Thanks <@${erika.user_id}>, and <@${me.user_id}>` })
  await erika.call(createSalesOrderShare, { sales_order_id: sale.id, expires_in_days: 30 })
  await erika.call(createTransaction, { product_id: one.id, type: 'in', quantity: 1, reason_code: 'customer_return' })
  await app.app.outbox.drain()
  const before = await everything(me.org_id)
  for (const name of [erika.email, 'Erika Eraseme']) expect(before).toContain(name)

  await erika.call(deleteAccount, { email: erika.email, password: 'correct horse 42' })
  await app.app.outbox.drain()
  const after = await everything(me.org_id)
  for (const name of [erika.email, erika.email.split('@')[0] ?? '', 'Erika', 'Eraseme'])
    expect(after).not.toContain(name)

  const { items: comments } = await me.call(listComments, { ...record, limit: 10 })
  expect(comments.map(({ user_reference }) => user_reference)).toContain('Deleted account')
  expect(comments[0]?.mentions).toContainEqual({ user_id: erika.user_id, name: 'Deleted account' })
  const { items: notifications } = await me.call(listNotifications, { limit: 100 })
  expect(notifications.map(({ actor_name }) => actor_name)).toContain('Deleted account')
  expect(notifications.map(({ body }) => body).join()).toContain('Thanks @Deleted account')
  const { items: links } = await me.call(listSalesOrderShares, { sales_order_id: sale.id })
  expect(links).toMatchObject([{ user_reference: 'Deleted account' }])
  const { items: trail } = await me.call(listAuditTrail, { limit: 100, search: 'Eraseme' })
  expect(trail).toEqual([])
  const { items: all } = await me.call(listAuditTrail, { limit: 100 })
  expect(JSON.stringify(all)).not.toContain(erika.email.split('@')[0])
})

test('of the messages that wait for browsers, only those that name a deleted account are dropped', async () => {
  const { me, erika } = await invitedErika()
  await app.admin.query(
    `insert into auth.push_subscriptions (session_id, user_id, endpoint_hash, sealed_subscription, busy_until)
     select id, user_id, sha256(id::text::bytea), '', 'infinity' from auth.sessions where user_id = $1`,
    [me.user_id],
  )
  const titles = ['Low stock: Tea', 'Erika Eraseme mentioned you: Tea']
  await app.admin.query(
    `insert into auth.push_messages (session_id, id, org_id, user_id, payload)
     select s.session_id, gen_random_uuid(), $2, s.user_id, jsonb_build_object('title', title, 'body', 'At the counter')
     from auth.push_subscriptions s, unnest($3::text[]) title where s.user_id = $1`,
    [me.user_id, me.org_id, titles],
  )
  await erika.call(deleteAccount, { email: erika.email, password: 'correct horse 42' })
  const { rows } = await app.admin.query(
    `select payload ->> 'title' as title from auth.push_messages where org_id = $1`,
    [me.org_id],
  )
  expect(rows).toEqual([{ title: 'Low stock: Tea' }])
})

test('documents a deleted account created or undid say "Deleted account", and this isn’t recorded as a change', async () => {
  const { me, erika, product, order, main } = await invitedErika()
  const one = await product(9)
  const sale = await erika.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id: one.id, quantity: 2, unit_price: 2 }],
  })
  const paid = await erika.call(addPayment, { sales_order_id: sale.id, amount: 1, payment_method: 'cash' })
  await erika.call(reversePayment, { payment_id: paid.payments[0]?.id ?? '' })
  const shipment = await erika.call(createShipment, shipmentInput(sale, [1]))
  await erika.call(changeShipmentStatus, { shipment_id: shipment.id, status: 'in_transit' })
  const supplier = await me.call(createSupplier, { name: 'Exotic Liquids' })
  const lines = [{ product_id: one.id, quantity: 10, unit_price: 2 }]
  const { id, version } = await erika.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  const purchase = await erika.call(payPurchaseOrder, { id, version })
  const { receipt } = await erika.call(createReceipt, receiptInput(purchase, main, [4]))
  await erika.call(reverseReceipt, { id: receipt.id })
  await erika.call(createTransactionDraft, { product_id: one.id, type: 'out', quantity: 1, reason_code: 'damaged' })
  const own = await order([[one.id, 1]])
  await app.app.outbox.drain()
  const tables = [
    'sales_orders',
    'purchase_orders',
    'shipments',
    'receipts',
    'payments',
    'status_changes',
    'location_transfers',
    'transaction_drafts',
  ]
  const documents = async () => {
    const { rows } = await app.admin.query<{ all: string }>(
      `select concat_ws(E'\\n', ${tables.map((table) => `(select string_agg(t::text, E'\\n') from ${table} t where t.org_id = $1)`).join(', ')}) as all`,
      [me.org_id],
    )
    return rows[0]?.all ?? ''
  }
  const counts = async () =>
    (
      await app.admin.query(
        `select (select count(*)::integer from feed_events where org_id = $1) as events,
           (select count(*)::integer from audit_trail where org_id = $1 and table_name = any ($2)) as rows`,
        [me.org_id, tables],
      )
    ).rows
  const part = erika.email.split('@')[0] ?? ''
  expect(await documents()).toContain(part)
  const before = await counts()
  await erika.call(deleteAccount, { email: erika.email, password: 'correct horse 42' })
  await app.app.outbox.drain()
  expect(await documents()).not.toContain(part)
  expect(await counts()).toEqual(before)
  const { rows } = await app.admin.query(`select a::text as row from audit_trail a where org_id = $1`, [me.org_id])
  expect(rows.map(({ row }: { row: string }) => row).join()).not.toContain(part)
  // Other people's entries stay theirs.
  expect((await me.call(readSalesOrder, { id: own.id })).user_reference).toBe(me.email.split('@')[0])
  expect((await me.call(readSalesOrder, { id: sale.id })).user_reference).toBe('Deleted account')
})

test('documents of a deleted account are rewritten some at a time, and until then no one reads its name in them', async () => {
  const { me, erika, product } = await invitedErika()
  const one = await product(9)
  const lines = [{ product_id: one.id, quantity: 1, unit_price: 2 }]
  const sale = () => erika.call(createSalesOrder, { customer_name: 'Lazy K Kountry Store', lines })
  const sales = await Promise.all([sale(), sale(), sale(), sale(), sale()])
  const [first] = sales.map(({ id }) => id)
  const paid = await erika.call(addPayment, { sales_order_id: first ?? '', amount: 1, payment_method: 'cash' })
  await erika.call(reversePayment, { payment_id: paid.payments[0]?.id ?? '' })
  await erika.call(deleteAccount, { email: erika.email, password: 'correct horse 42' })
  await app.app.outbox.drain()
  const { org_id } = me
  const part = erika.email.split('@')[0] ?? ''
  // As it was immediately after the deletion.
  await app.admin.query(`update sales_orders set user_reference = $2 where org_id = $1`, [org_id, part])
  await app.admin.query(`update status_changes set changed_by = $2 where org_id = $1`, [org_id, erika.email])
  await app.admin.query(`update payments set user_reference = $2, undone_by = $2 where org_id = $1`, [org_id, part])
  await app.admin.query('insert into person_erasures (org_id, user_id, stamps) values ($1, $2, $3)', [
    org_id,
    erika.user_id,
    [part],
  ])
  const read = await me.call(readSalesOrder, { id: first ?? '' })
  expect(JSON.stringify(read)).not.toContain(part)
  expect(read.payments).toMatchObject([{ user_reference: 'Deleted account', undone_by: 'Deleted account' }])
  expect(read.status_changes).toMatchObject([{ changed_by: 'Deleted account', changed_by_name: 'Deleted account' }])

  const left = async () => {
    const { rows } = await app.admin.query<{ left: number }>(
      `select (select count(*) from sales_orders where org_id = $1 and user_reference = $2)::integer as left`,
      [org_id, part],
    )
    return rows[0]?.left
  }
  const lefts: unknown[] = []
  const next = () =>
    app.db.transaction({ org_id, user_id: null }, (tx) =>
      tx.one(sql<{ more: boolean }>`select app.erase_from_documents(${org_id}, 2) as more`),
    )
  do lefts.push(await left())
  while ((await next()).more)
  expect([...new Set(lefts)]).toEqual([5, 3, 1, 0])
  const { rows } = await app.admin.query(
    `select changed_by as name from status_changes where org_id = $1
     union all select user_reference from payments where org_id = $1 union all select undone_by from payments where org_id = $1`,
    [org_id],
  )
  expect(new Set(rows.map(({ name }: { name: string }) => name))).toEqual(new Set(['Deleted account']))
  expect((await app.admin.query('select from person_erasures where org_id = $1', [org_id])).rowCount).toBe(0)
})

test('the audit values of an invitation, a comment and a link hold ids instead of names', async () => {
  const { me, erika, product, invitation_id } = await invitedErika()
  const one = await product(1)
  const record = { record_type: 'product', record_id: one.id } as const
  const { id } = await me.call(createComment, { ...record, body: `Hello <@${erika.user_id}>` })
  await me.call(deleteComment, { id })
  const { rows } = await app.admin.query(
    `select table_name, old_values, new_values, item_name from audit_trail where record_id = any ($1) order by id`,
    [[id, invitation_id]],
  )
  expect(rows.map(({ table_name }) => table_name)).toEqual(['invitations', 'invitations', 'comments', 'comments'])
  expect(JSON.stringify(rows)).not.toContain(erika.email)
  expect(rows[2].new_values.mentions).toEqual([erika.user_id])
  for (const { new_values, old_values } of rows)
    for (const column of ['email', 'user_reference'])
      expect({ ...old_values, ...new_values }).not.toHaveProperty(column)
  // Members who may invite find it by its address and see who it was for.
  const { items } = await me.call(listAuditTrail, { limit: 10, type: 'members', search: erika.email })
  expect(items.map(({ table_name, item_name }) => [table_name, item_name])).toContainEqual(['invitations', erika.email])
})

test('rows whose names an upgrade erased still match earlier seals and are counted; later seals allow none', async () => {
  const { me, invitation_id } = await invitedErika()
  await settled()
  await sealTrail(app.db, keys, me.org_id)
  const erase = `update audit_trail set new_values = new_values || '{"role": "x"}' where record_id = $1 and action = 'INSERT' returning id`
  const { rows } = await app.admin.query(erase, [invitation_id])
  await app.admin.query(
    `insert into audit_erasures (org_id, id, digest)
     select a.org_id, a.id, sha256(convert_to(jsonb_build_array(a.id, a.user_id, a.table_name, a.record_id, a.action, a.old_values, a.new_values,
       extract(epoch from a.created_at), a.subject_id, a.item_name, a.summary)::text, 'UTF8')) from audit_trail a where a.id = $1`,
    [rows[0].id],
  )
  // A seal of today: nothing may be erased from what it covers.
  const found = await verifyTrail(app.db, me.org_id, { trusted })
  expect(found.mismatch?.problem).toBe(`audit_trail ${rows[0].id} was changed`)

  const { kid, algorithm: alg, privateKey } = keys.current
  const sealed = await app.admin.query('select payload from audit_seals where org_id = $1', [me.org_id])
  const payload = sealed.rows[0].payload.replace('"version":2', '"version":1')
  const jwk = keyOf(keys, { kid, alg })?.publicJwk
  if (!jwk) throw new Error('the key has a public half')
  const signature = await new CompactSign(Buffer.from(payload)).setProtectedHeader({ alg, kid, jwk }).sign(privateKey)
  await app.admin.query('update audit_seals set payload = $2, hash = $3, signature = $4 where org_id = $1', [
    me.org_id,
    payload,
    sha256(payload),
    signature,
  ])
  expect(await verifyTrail(app.db, me.org_id, { trusted })).toMatchObject({ mismatch: null, erased: 1 })
  await app.admin.query(`update audit_trail set item_name = 'Other' where id = $1`, [rows[0].id])
  expect((await verifyTrail(app.db, me.org_id, { trusted })).mismatch?.row).toBe(`audit_trail ${rows[0].id}`)
})
