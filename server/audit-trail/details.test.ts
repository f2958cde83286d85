import { expect, test } from 'vitest'
import { listAuditTrail, type AuditEntry } from '../../contract/audit-trail.ts'
import { fieldName } from '../../contract/audit-kinds.ts'
import { completeTransfer, createTransfer } from '../../contract/location-transfers.ts'
import { readProduct } from '../../contract/products.ts'
import { createSalesOrderShare, revokeShare } from '../../contract/sharing.ts'
import { newId } from '../platform/ids.ts'
import { formFields, opened, sentForm, sharedPath } from '../sharing/testing.ts'
import { sharedApp } from '../testing/app.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

const id = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

test('details name links, and leave out what only the database knows', async () => {
  const s = await selling(app)
  const { me } = s
  const product = await s.product(20)
  const order = await s.order([[product.id, 5]])
  const named = await me.call(createSalesOrderShare, {
    sales_order_id: order.id,
    expires_in_days: 30,
    label: 'Jane in accounting',
  })
  const path = await sharedPath(me, 'customer', order.id)
  await sentForm(app, `${path}/questions`, {
    id: formFields((await opened(app, path)).body)['id'] ?? newId(),
    question: 'When will it come?',
  })
  await me.call(revokeShare, { id: named.id })
  const transfer = { product_id: product.id, quantity: 2, from_location_id: s.main, to_location_id: s.shop }
  await me.call(createTransfer, transfer)
  const sent = await me.call(createTransfer, { ...transfer, status: 'pending' })
  await me.call(completeTransfer, { transfer_id: sent.id })
  await s.ship(await s.read(order), 2)

  const { items } = await me.call(listAuditTrail, { limit: 200 })
  const linkOf = ({ changes }: AuditEntry) => changes.find(({ field }) => field === 'link')?.after
  const shared = items.filter(({ action }) => action === 'shared').map((row) => [row.summary, linkOf(row)])
  expect(shared).toEqual([
    ['Revoked link', 'Jane in accounting'],
    ['Shared by link', 'Link for the customer'],
    ['Shared by link', 'Jane in accounting'],
  ])
  for (const table of ['sales_order_questions', 'location_transfers', 'shipments'])
    expect(items.map(({ table_name }) => table_name)).toContain(table)
  const changes = items.flatMap((row) => row.changes)
  for (const field of ['Completed posting', 'Sent posting', 'Share', 'Is implicit'])
    expect(changes.map((change) => fieldName(change.field))).not.toContain(field)
  expect(changes.filter(({ after }) => typeof after === 'string' && id.test(after))).toEqual([])
  const file = await (await me.fetch('/api/v1/audit-trail/file')).text()
  for (const text of ['a record that no longer exists', 'posting:', 'share:', 'is implicit'])
    expect(file).not.toContain(text)
  expect(file).toContain('link: Jane in accounting')
})

test('in the file, an entry shows the balances of each product, even of those that share a name', async () => {
  const s = await selling(app)
  const { me } = s
  const [first, second] = [await s.product(20, { name: 'Bolt' }), await s.product(30, { name: 'Bolt' })]
  await s.ship(
    await s.order([
      [first.id, 5],
      [second.id, 7],
    ]),
    5,
    { item: 1, quantity: 7 },
  )
  const file = await (await me.fetch('/api/v1/audit-trail/file')).text()
  const { sku: firstSku } = await me.call(readProduct, { id: first.id })
  const { sku: secondSku } = await me.call(readProduct, { id: second.id })
  const firstBalance = `available at Main Warehouse, Bolt (${firstSku}): 15`
  const shipped = file.split('\r\n').find((line) => line.includes(firstBalance))
  expect(shipped).toContain(`available at Main Warehouse, Bolt (${secondSku}): 23`)
})
