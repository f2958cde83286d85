import { expect, test } from 'vitest'
import { createPurchaseOrder, updatePurchaseOrder } from '../../contract/purchase-orders.ts'
import { createSupplier, listSuppliers, readSupplier, type Supplier, updateSupplier } from '../../contract/suppliers.ts'
import { sharedApp } from '../testing/app.ts'
import { ordering, type Ordering, savedAs } from '../testing/ordering.ts'
import { pdfPages } from '../testing/pdf-text.ts'

const app = await sharedApp()

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function switched(s: Ordering, id: string, status: Supplier['status']): Promise<Supplier> {
  const { version, name } = await s.me.call(readSupplier, { id })
  return s.me.call(updateSupplier, { id, version, name, status })
}

/** A supplier that has been inactive for this many days. */
async function inactiveFor(s: Ordering, days: number): Promise<Supplier> {
  const { id } = await s.me.call(createSupplier, { name: 'Gone', status: 'inactive' })
  await app.admin.query(`update suppliers set inactive_since = inactive_since - $2 * interval '1 day' where id = $1`, [
    id,
    days,
  ])
  return s.me.call(readSupplier, { id })
}

test('an order whose supplier is deactivated can be saved, paid, submitted and received, and says so', async () => {
  const s = await ordering(app)
  const draft = await s.draft(3)
  expect(draft.supplier_inactive_since).toBeNull()
  const { inactive_since } = await switched(s, s.supplier_id, 'inactive')
  const saved = await s.save(draft, { notes: 'the last one' })
  expect(saved).toMatchObject({ notes: 'the last one', supplier_inactive_since: inactive_since })
  const ordered = await s.pay(saved)
  const again = await s.submit(await s.reopen(ordered))
  const { order } = await s.receive(again, 3)
  expect(order).toMatchObject({ status: 'received', supplier_id: s.supplier_id })
})

test("an order dated before its supplier was deactivated is accepted; one of that day or without a date isn't", async () => {
  const s = await ordering(app)
  const { id: supplier_id } = await inactiveFor(s, 2)
  const lines = [{ product_id: (await s.product(0)).id, quantity: 1, unit_price: 1 }]
  const order = await s.me.call(createPurchaseOrder, { supplier_id, lines, order_date: day(-3) })
  expect(order).toMatchObject({ order_date: day(-3), supplier_name: 'Gone' })
  expect(order.supplier_inactive_since).not.toBeNull()
  for (const order_date of [undefined, null, day(-2), day(-1), day(0)])
    expect(await s.me.refused(createPurchaseOrder, { supplier_id, lines, order_date })).toMatchObject({
      status: 409,
      code: 'supplier_not_active',
      fields: { supplier_id: expect.stringMatching(/^Gone has been inactive since/) },
    })
})

test('a draft accepts a supplier that was active when the draft was created, or on its date', async () => {
  const s = await ordering(app)
  const { id: supplier_id } = await inactiveFor(s, 2)
  const draft = await s.draft(1)
  expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(draft), supplier_id })).toMatchObject({
    code: 'supplier_not_active',
  })
  const dated = await s.save(draft, { supplier_id, order_date: day(-5) })
  expect(dated).toMatchObject({ supplier_id, order_date: day(-5) })
  const old = await s.draft(1)
  await app.admin.query(`update purchase_orders set created_at = created_at - interval '3 days' where id = $1`, [
    old.id,
  ])
  expect(await s.save(old, { supplier_id })).toMatchObject({ supplier_id, order_date: null })
})

test("an order's date is unchanged if left out, cleared by null, and never in the future", async () => {
  const s = await ordering(app)
  const draft = await s.save(await s.draft(1), { order_date: day(-1) })
  const { order_date: _date, ...without } = savedAs(draft) as ReturnType<typeof savedAs> & { order_date?: unknown }
  const kept = await s.me.call(updatePurchaseOrder, without)
  expect(kept.order_date).toBe(day(-1))
  expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(kept), order_date: day(2) })).toMatchObject({
    status: 422,
    fields: { order_date: 'Order date can’t be in the future' },
  })
  const paper = await app.admin.query<{ today: string }>(`select to_char(now(), 'FMDD Mon YYYY') as today`)
  const printed = async () => {
    const response = await s.me.fetch(`/api/v1/purchase-orders/${draft.id}/document`)
    return pdfPages(Buffer.from(await response.arrayBuffer())).join(' ')
  }
  expect(await printed()).not.toContain(paper.rows[0]?.today)
  expect(await s.save(kept, { order_date: null })).toMatchObject({ order_date: null })
  expect(await printed()).toContain(paper.rows[0]?.today)
})

test('a received order keeps its date', async () => {
  const s = await ordering(app)
  const { order } = await s.receive(await s.ordered(1), 1)
  expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(order), order_date: day(-1) })).toMatchObject({
    code: 'wrong_status',
  })
})

test('a supplier has the day it became inactive; a list for a day has those active then', async () => {
  const s = await ordering(app)
  const gone = await inactiveFor(s, 2)
  expect(Date.now() - Date.parse(gone.inactive_since ?? '')).toBeGreaterThan(2 * 86_400_000 - 60_000)
  // Other changes keep the date, reactivation clears it.
  const renamed = await s.me.call(updateSupplier, {
    id: gone.id,
    version: gone.version,
    name: 'Long gone',
    status: 'inactive',
  })
  expect(renamed.inactive_since).toBe(gone.inactive_since)
  const names = async (active_on: string) =>
    (await s.me.call(listSuppliers, { active_on })).items.map(({ name }) => name)
  expect(await names(day(-3))).toEqual(['Exotic Liquids', 'Long gone'])
  expect(await names(day(-2))).toEqual(['Exotic Liquids'])
  expect((await switched(s, gone.id, 'active')).inactive_since).toBeNull()
  expect((await switched(s, gone.id, 'inactive')).inactive_since! > gone.inactive_since!).toBe(true)
})
