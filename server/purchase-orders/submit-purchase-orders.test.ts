import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { readLocation, updateLocation } from '../../contract/locations.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import {
  checkPurchaseOrderSubmissions,
  reopenPurchaseOrders,
  submitPurchaseOrders,
} from '../../contract/purchase-order-submissions.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { ordering, type Ordering } from '../testing/ordering.ts'
import { times, together } from '../testing/together.ts'

const app = await sharedApp()

type Seen = { id: string; version: number }

const seen = ({ id, version }: Seen): Seen => ({ id, version })

/** A draft with payment terms. */
async function onAccount(s: Ordering, ...lines: Parameters<Ordering['draft']>): Promise<PurchaseOrder> {
  return s.save(await s.draft(...lines), { payment_terms_days: 30 })
}

const statusesOf = async (s: Ordering, orders: readonly Seen[]) =>
  Promise.all(orders.map(async (order) => (await s.read(order)).status))

test('drafts are submitted together, as Submit Order does it, and moved back to draft together', async () => {
  const s = await ordering(app)
  const product_id = (await s.product(0)).id
  const line = { product_id, unit_price: 2 }
  const drafts = [
    await onAccount(s, { ...line, quantity: 5, location_id: s.shop }, 7),
    await onAccount(s, { ...line, quantity: 4 }),
    await s.draft({ ...line, quantity: 3, unit_price: 0 }),
  ]
  const { orders: checked } = await s.me.call(checkPurchaseOrderSubmissions, { order_ids: drafts.map(({ id }) => id) })
  expect(checked).toEqual(
    drafts.map(({ id, order_number, version, total_amount }) => ({
      id,
      order_number,
      version,
      total_amount,
      refusal: null,
    })),
  )
  const { orders } = await s.me.call(submitPurchaseOrders, { orders: drafts.map(seen) })
  expect(orders).toEqual(drafts.map(({ id, version }) => ({ id, version: version + 1 })))
  for (const [index, draft] of drafts.entries()) {
    const after = await s.read(draft)
    expect(after).toMatchObject({ status: 'ordered', version: orders[index]?.version, open_lines: draft.lines.length })
    expect(after.ordered_at).not.toBeNull()
    expect(after.status_changes[0]).toMatchObject({ old_status: 'draft', new_status: 'ordered' })
  }
  expect((await s.read(drafts[1]!)).lines[0]?.location_id).toBe(s.main)
  expect(await s.stock(product_id)).toMatchObject({ on_hand: 0, incoming: 12 })
  // As for one order.
  const alone = await s.submit(await onAccount(s, 7))
  const many = await s.read(drafts[0]!)
  expect(many.status_changes.map(({ new_status }) => new_status)).toEqual(
    alone.status_changes.map(({ new_status }) => new_status),
  )
  await expectSound(app)

  const back = await s.me.call(reopenPurchaseOrders, { orders })
  expect(back.orders).toEqual(orders.map(({ id, version }) => ({ id, version: version + 1 })))
  expect(await statusesOf(s, drafts)).toEqual(['draft', 'draft', 'draft'])
  expect(await s.stock(product_id)).toMatchObject({ on_hand: 0, incoming: 0 })
  await expectSound(app)
})

test('before anything is submitted, each draft that can’t be has its reason, and one of them keeps all', async () => {
  const s = await ordering(app)
  const fine = await onAccount(s, 5)
  const unpaid = await s.draft(5)
  const placed = await s.ordered(5)
  const archived = await onAccount(s, 2)
  const closed = await onAccount(s, {
    product_id: (await s.product(0)).id,
    quantity: 1,
    unit_price: 2,
    location_id: s.shop,
  })
  const product = archived.lines[0]!
  await s.me.call(deleteProduct, { id: product.product_id })
  const shop = await s.me.call(readLocation, { id: s.shop })
  await s.me.call(updateLocation, { id: shop.id, version: shop.version, name: shop.name, is_active: false })
  const gone = newId()
  const latest = await Promise.all([fine, unpaid, placed, archived, closed].map((order) => s.read(order)))
  const order_ids = [...latest.map(({ id }) => id), gone]
  const { orders } = await s.me.call(checkPurchaseOrderSubmissions, { order_ids })
  expect(orders.map(({ refusal }) => refusal && [refusal.code, refusal.message])).toEqual([
    null,
    ['wrong_status', 'Pay for this order first.'],
    ['wrong_status', 'This order is already ordered. Only drafts can be changed this way.'],
    ['product_archived', `${product.product_name} is archived. Restore it or remove it from the order.`],
    ['location_not_active', `${shop.name} isn’t active. Choose another location for its items.`],
    ['not_found', 'This order no longer exists'],
  ])
  for (const [index, order] of latest.entries())
    if (index > 0) {
      const refused = await s.me.refused(submitPurchaseOrders, { orders: [latest[0]!, order].map(seen) })
      const { refusal } = orders[index]!
      expect(refused).toMatchObject({
        code: refusal?.code,
        message: `${order.order_number}: ${refusal?.message} Nothing was submitted.`,
        details: { order_id: order.id },
      })
    }
  expect(await statusesOf(s, [fine, unpaid, archived, closed])).toEqual(['draft', 'draft', 'draft', 'draft'])
})

test('refused as a whole: another version, unknown, another company’s, twice, too many; received ones stay', async () => {
  const s = await ordering(app)
  const [one, other] = [await onAccount(s, 1), await onAccount(s, 2)]
  const foreign = await onAccount(await ordering(app), 1)
  const refused = (...more: Seen[]) => s.me.refused(submitPurchaseOrders, { orders: [seen(one), ...more.map(seen)] })
  expect(await refused({ id: other.id, version: other.version - 1 })).toMatchObject({
    status: 409,
    code: 'conflict',
    message: `${other.order_number} was changed in the meantime, so nothing was submitted.`,
  })
  for (const missing of [{ id: newId(), version: 1 }, foreign])
    expect(await refused(missing)).toMatchObject({
      status: 404,
      fields: { 'orders.1.id': 'One of these orders no longer exists, so nothing was submitted' },
    })
  expect(await refused(one)).toMatchObject({ status: 422, fields: { orders: 'Name each order only once' } })
  const many = times(limits.rowsSelected + 1, () => ({ id: newId(), version: 1 }))
  expect(await refused(...many)).toMatchObject({ fields: { orders: 'At most 1,000 orders can be changed at once' } })
  expect(await s.me.refused(submitPurchaseOrders, { orders: [] })).toMatchObject({ status: 422 })
  expect(await statusesOf(s, [one, other])).toEqual(['draft', 'draft'])

  const { orders } = await s.me.call(submitPurchaseOrders, { orders: [one, other].map(seen) })
  const { order } = await s.receive(await s.read(one), 1)
  expect(await s.me.refused(reopenPurchaseOrders, { orders: [seen(orders[1]!), seen(order)] })).toMatchObject({
    code: 'wrong_status',
    message: `${order.order_number}: This order is received. Only orders with nothing received can go back to draft. Nothing was changed.`,
  })
  expect(await statusesOf(s, [one, other])).toEqual(['received', 'ordered'])
  await expectSound(app)
})

test('a limited member submits only orders of their own locations, a viewer none', async () => {
  const s = await ordering(app)
  const product_id = (await s.product(0)).id
  const order = await onAccount(
    s,
    { product_id, quantity: 1, unit_price: 2, location_id: s.main },
    {
      product_id: (await s.product(0)).id,
      quantity: 1,
      unit_price: 2,
      location_id: s.shop,
    },
  )
  const clerk = await limitedMember(app, s.me, [s.shop])
  const check = await clerk.call(checkPurchaseOrderSubmissions, { order_ids: [order.id] })
  expect(check.orders).toMatchObject([{ refusal: { code: 'forbidden' } }])
  for (const endpoint of [submitPurchaseOrders, reopenPurchaseOrders])
    expect((await clerk.refused(endpoint, { orders: [seen(order)] })).status).toBe(403)
  const viewer = await limitedMember(app, s.me, null, 'viewer')
  expect((await viewer.refused(submitPurchaseOrders, { orders: [seen(order)] })).status).toBe(403)
  expect((await viewer.refused(checkPurchaseOrderSubmissions, { order_ids: [order.id] })).status).toBe(403)
  const everywhere = await limitedMember(app, s.me, [s.shop, s.main])
  await everywhere.call(submitPurchaseOrders, { orders: [seen(order)] })
  expect(await statusesOf(s, [order])).toEqual(['ordered'])
})

test('of submissions of the same drafts at the same time, one is complete and the others are refused, without deadlock', async () => {
  const s = await ordering(app)
  const product_ids = [(await s.product(0)).id, (await s.product(0)).id]
  const line = (product_id: string) => ({ product_id, quantity: 1, unit_price: 2 })
  const drafts: PurchaseOrder[] = []
  for (const index of times(6, (one) => one))
    drafts.push(await onAccount(s, ...(index % 2 ? product_ids : product_ids.toReversed()).map(line)))
  const all = times(6, (index) => () => {
    const sorted = index % 2 ? drafts : drafts.toReversed()
    return s.me.call(submitPurchaseOrders, { orders: sorted.map(seen) })
  })
  const { done, refused } = await together(all)
  expect([done.length, new Set(refused)]).toEqual([1, new Set(['conflict'])])
  expect(new Set(await statusesOf(s, drafts))).toEqual(new Set(['ordered']))
  for (const id of product_ids) expect(await s.stock(id)).toMatchObject({ incoming: 6 })
  await expectSound(app)
})

test('more items than can be submitted together are refused', async () => {
  const s = await ordering(app)
  const orders = [await onAccount(s, 1), await onAccount(s, 1)]
  // Copies of the first line: thousands would take minutes through the API.
  await app.admin.query(
    `insert into purchase_order_items (org_id, id, purchase_order_id, line_no, product_id, quantity, unit_price, amount_decimals)
     select i.org_id, gen_random_uuid(), i.purchase_order_id, 1 + n, i.product_id, 1, 2, 2
     from purchase_order_items i, generate_series(1, $3) n where i.org_id = $1 and i.id = $2`,
    [s.me.org_id, orders[0]!.lines[0]!.id, limits.linesSubmittedAtOnce - 1],
  )
  expect(await s.me.refused(submitPurchaseOrders, { orders: orders.map(seen) })).toMatchObject({
    fields: { orders: 'These orders have more than 5,000 items. Submit fewer at once.' },
  })
  expect(await statusesOf(s, orders)).toEqual(['draft', 'draft'])
  // Other tests check the invariants of all organizations.
  await app.admin.query('delete from purchase_order_items where org_id = $1 and line_no > 1', [s.me.org_id])
  await expectSound(app)
})
