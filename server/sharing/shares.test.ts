import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { renameMe } from '../../contract/me.ts'
import { updatePurchaseOrder } from '../../contract/purchase-orders.ts'
import {
  createPurchaseOrderShare,
  createSalesOrderShare,
  listPurchaseOrderShares,
  listSalesOrderShares,
  revokeShare,
} from '../../contract/sharing.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { ordering, savedAs } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'
import { opened, sharedPath } from './testing.ts'

const app = await sharedApp()
const days = { expires_in_days: 30 }

async function order() {
  const s = await selling(app)
  const { id } = await s.order([[(await s.product(5)).id, 2]])
  return { ...s, sales_order_id: id }
}

test("a link has 256 random bits, is shown once, and isn't stored in the database", async () => {
  const { me, sales_order_id } = await order()
  const idempotencyKey = newId()
  const input = { sales_order_id, ...days }
  // The link is the actor when it is used, so clients can't choose its id: it could be a member's.
  expect(await me.refused(createSalesOrderShare, { ...input, id: me.user_id } as never)).toMatchObject({ status: 422 })
  const made = await me.call(createSalesOrderShare, input, { idempotencyKey })
  const secret = /^http:\/\/localhost\/customer\/([\w-]{43})$/.exec(made.link ?? '')?.[1] ?? ''
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(await me.call(createSalesOrderShare, input, { idempotencyKey })).toEqual({ ...made, link: null })
  const { rows } = await app.admin.query<{ everything: string }>(
    `select concat(
      (select string_agg(s::text, '') from shares s where org_id = $1),
      (select string_agg(a::text, '') from audit_trail a where org_id = $1),
      (select string_agg(r::text, '') from command_results r where org_id = $1)) as everything`,
    [me.org_id],
  )
  expect(rows[0]?.everything).toContain(made.id)
  expect(rows[0]?.everything).not.toContain(secret)
  expect(JSON.stringify(await me.call(listSalesOrderShares, { sales_order_id }))).not.toContain(secret)
})

test('a link that ends with a slash leads to its page, and so do the previews', async () => {
  const { me, sales_order_id } = await order()
  const path = await sharedPath(me, 'customer', sales_order_id)
  for (const known of [path, '/customer/preview', '/supplier/preview']) {
    const { status, headers } = await opened(app, `${known}/`)
    expect([status, headers.get('location')]).toEqual([303, known])
  }
})

test('the links of an order are listed with their creator, expiry and when they were last opened', async () => {
  const { me, sales_order_id } = await order()
  const path = await sharedPath(me, 'customer', sales_order_id)
  const list = async () => (await me.call(listSalesOrderShares, { sales_order_id })).items
  expect(await list()).toMatchObject([
    { user_id: me.user_id, user_reference: me.email.split('@')[0], is_expired: false, last_opened_at: null },
  ])
  const [link] = await list()
  expect(Date.parse(link?.expires_at ?? '') - Date.parse(link?.created_at ?? '')).toBe(30 * 86_400_000)
  await opened(app, path)
  const first = (await list())[0]?.last_opened_at
  expect(first).toEqual(expect.any(String))
  await opened(app, path)
  expect((await list())[0]?.last_opened_at).toBe(first)
})

test("a link shows its recipient and creator, by current name; the order's page shows neither", async () => {
  const { me, sales_order_id } = await order()
  const made = await me.call(createSalesOrderShare, { sales_order_id, ...days, label: ' Accounting, Ms Dahl ' })
  await me.call(createSalesOrderShare, { sales_order_id, ...days, label: '' })
  await me.call(renameMe, { username: 'Anna Field' })
  const { items } = await me.call(listSalesOrderShares, { sales_order_id })
  expect(items.map(({ label, user_reference }) => [label, user_reference])).toEqual([
    [null, 'Anna Field'],
    ['Accounting, Ms Dahl', 'Anna Field'],
  ])
  const page = await opened(app, new URL(made.link ?? '').pathname)
  expect(page.status).toBe(200)
  for (const inside of ['Ms Dahl', 'Anna Field']) expect(page.body).not.toContain(inside)
  const refused = await me.refused(createSalesOrderShare, { sales_order_id, ...days, label: 'x'.repeat(121) })
  expect(refused).toMatchObject({ status: 422, fields: { label: expect.any(String) } })
})

test('a revoked link opens nothing from then on, and is no longer listed', async () => {
  const { me, sales_order_id } = await order()
  const path = await sharedPath(me, 'customer', sales_order_id)
  expect((await opened(app, path)).status).toBe(200)
  const [link] = (await me.call(listSalesOrderShares, { sales_order_id })).items
  const id = link?.id ?? ''
  expect(await me.call(revokeShare, { id })).toEqual({ id })
  expect((await opened(app, path)).status).toBe(404)
  expect((await me.call(listSalesOrderShares, { sales_order_id })).items).toEqual([])
  expect(await me.refused(revokeShare, { id })).toMatchObject({ status: 404 })
})

test('creating and revoking a link is recorded with who did it, and without its secret', async () => {
  const { me, sales_order_id } = await order()
  const { id, expires_at } = await me.call(createSalesOrderShare, { sales_order_id, ...days })
  await me.call(revokeShare, { id })
  const { rows } = await app.admin.query<{ action: string; user_id: string; new_values: object }>(
    `select summary as action, user_id, new_values from audit_trail where org_id = $1 and action = 'SHARE' and record_id = $2 order by id`,
    [me.org_id, sales_order_id],
  )
  expect(rows).toEqual([
    { action: 'Shared by link', user_id: me.user_id, new_values: { link: id, expires_at } },
    { action: 'Revoked link', user_id: me.user_id, new_values: { link: id } },
  ])
})

test("viewers can't create, list or revoke links", async () => {
  const { me, sales_order_id } = await order()
  const { id } = await me.call(createSalesOrderShare, { sales_order_id, ...days })
  const viewer = await colleague(app, me, 'viewer')
  for (const refusal of [
    await viewer.refused(createSalesOrderShare, { sales_order_id, ...days }),
    await viewer.refused(listSalesOrderShares, { sales_order_id }),
    await viewer.refused(revokeShare, { id }),
  ])
    expect(refusal).toMatchObject({ status: 403, code: 'forbidden' })
})

test('a member limited to locations shares orders they see whole, and sees and revokes only links to these', async () => {
  const s = await ordering(app)
  const line = async (location_id: string) => ({
    product_id: (await s.product(0)).id,
    quantity: 5,
    unit_price: 2,
    location_id,
  })
  const [own, mixed, foreign] = [
    await s.draft(await line(s.shop)),
    await s.draft(await line(s.shop), await line(s.main)),
    await s.draft(await line(s.main)),
  ]
  const limited = await limitedMember(app, s.me, [s.shop])
  const share = (id: string) => ({ purchase_order_id: id, ...days })
  const { id } = await limited.call(createPurchaseOrderShare, share(own.id))
  expect(await limited.refused(createPurchaseOrderShare, share(mixed.id))).toMatchObject({ status: 403 })
  expect(await limited.refused(createPurchaseOrderShare, share(foreign.id))).toMatchObject({ status: 404 })
  expect(await limited.refused(listPurchaseOrderShares, { purchase_order_id: foreign.id })).toMatchObject({
    status: 404,
  })
  const ofMixed = await s.me.call(createPurchaseOrderShare, share(mixed.id))
  const listed = { purchase_order_id: mixed.id }
  expect(await limited.refused(listPurchaseOrderShares, listed)).toMatchObject({ status: 403 })
  expect(await limited.refused(revokeShare, { id: ofMixed.id })).toMatchObject({ status: 403 })
  expect((await s.me.call(listPurchaseOrderShares, listed)).items).toHaveLength(1)
  const other = await s.me.call(createPurchaseOrderShare, share(foreign.id))
  expect(await limited.refused(revokeShare, { id: other.id })).toMatchObject({ status: 404 })
  expect(await limited.call(revokeShare, { id })).toEqual({ id })
})

test('a limited member lists and revokes their own link although units have left elsewhere since', async () => {
  const s = await selling(app)
  const product = await s.product(5)
  const order = await s.order([[product.id, 5]])
  const { id: sales_order_id } = order
  const clerk = await limitedMember(app, s.me, [s.shop])
  const own = await clerk.call(createSalesOrderShare, { sales_order_id, ...days })
  const others = await s.me.call(createSalesOrderShare, { sales_order_id, ...days })
  await s.ship(order, 5)
  expect(await clerk.refused(createSalesOrderShare, { sales_order_id, ...days })).toMatchObject({ status: 403 })
  expect((await clerk.call(listSalesOrderShares, { sales_order_id })).items.map(({ id }) => id)).toEqual([own.id])
  expect(await clerk.refused(revokeShare, { id: others.id })).toMatchObject({ status: 403, code: 'forbidden' })
  const path = new URL(own.link ?? '').pathname
  expect((await opened(app, path)).status).toBe(200)
  expect(await clerk.call(revokeShare, { id: own.id })).toEqual({ id: own.id })
  expect((await opened(app, path)).status).toBe(404)
  expect(await clerk.refused(revokeShare, { id: own.id })).toMatchObject({ status: 404 })
  expect(await clerk.refused(listSalesOrderShares, { sales_order_id })).toMatchObject({ status: 403 })
  expect((await s.me.call(listSalesOrderShares, { sales_order_id })).items.map(({ id }) => id)).toEqual([others.id])
})

test('links per order are limited, even if many are created at once', async () => {
  const { me, sales_order_id } = await order()
  const input = { sales_order_id, ...days }
  for (let made = 0; made < limits.sharesPerDocument - 1; made += 1) await me.call(createSalesOrderShare, input)
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => me.call(createSalesOrderShare, input)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await me.refused(createSalesOrderShare, input)).toMatchObject({ status: 409, code: 'limit_reached' })
  await app.admin.query(
    `update shares set created_at = created_at - interval '1 year', expires_at = now() where org_id = $1`,
    [me.org_id],
  )
  await me.call(createSalesOrderShare, input)
})

test('a link is valid for a day to a year', async () => {
  const { me, sales_order_id } = await order()
  for (const expires_in_days of [0, -1, 1.5, 366, null, undefined])
    expect(await me.refused(createSalesOrderShare, { sales_order_id, expires_in_days })).toMatchObject({ status: 422 })
  const { created_at, expires_at } = await me.call(createSalesOrderShare, { sales_order_id, expires_in_days: 1 })
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(86_400_000)
})

test('an order that is shared can still be edited', async () => {
  const s = await ordering(app)
  const draft = await s.draft(5)
  await sharedPath(s.me, 'supplier', draft.id)
  const saved = await s.me.call(updatePurchaseOrder, { ...savedAs(draft), notes: 'Ring first' })
  expect(saved.notes).toBe('Ring first')
})
