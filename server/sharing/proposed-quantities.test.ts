import { expect, test } from 'vitest'
import { listAuditTrail, readRecordHistory } from '../../contract/audit-trail.ts'
import { updatePurchaseOrder } from '../../contract/purchase-orders.ts'
import { decideSupplierResponse, listSupplierResponses } from '../../contract/supplier-responses.ts'
import { sharedApp } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { ordering, savedAs } from '../testing/ordering.ts'
import { formFields, opened, sentForm, sharedPath } from './testing.ts'

const app = await sharedApp()

/** A supplier proposes 4 instead of 5 at the main warehouse and 6 instead of 3 at the shop. */
async function proposed() {
  const s = await ordering(app)
  const at = async (location_id: string, quantity: number) => ({
    product_id: (await s.product(0)).id,
    quantity,
    unit_price: 2,
    location_id,
  })
  const order = await s.ordered(await at(s.main, 5), await at(s.shop, 3))
  const path = await sharedPath(s.me, 'supplier', order.id)
  const [first, second] = order.lines.map(({ id }) => `quantity_${id}`)
  const expected_date = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  const fields = { ...formFields((await opened(app, path)).body), expected_date }
  await sentForm(app, `${path}/answers`, { ...fields, [first ?? '']: '4', [second ?? '']: '6' })
  return { ...s, order }
}

test('a limited member sees only the quantities proposed for lines at their locations, in lists and in the audit trail', async () => {
  const s = await proposed()
  const limited = await limitedMember(app, s.me, [s.shop])
  const seen = async (member: typeof limited) => {
    const { items } = await member.call(listSupplierResponses, { purchase_order_id: s.order.id })
    const trail = await member.call(listAuditTrail, { search: 'proposed quantity' })
    return {
      listed: items.flatMap((response) => response.items.map(({ quantity }) => quantity)),
      recorded: trail.items.map(({ part }) => part ?? '').toSorted((one, other) => one.localeCompare(other)),
    }
  }
  expect(await seen(s.me)).toEqual({ listed: [4, 6], recorded: ['Product 1', 'Product 2'] })
  expect(await seen(limited)).toEqual({ listed: [6], recorded: ['Product 2'] })
  const [response] = (await limited.call(listSupplierResponses, { purchase_order_id: s.order.id })).items
  for (const decision of ['accept', 'decline'] as const)
    await expect(limited.call(decideSupplierResponse, { id: response?.id ?? '', decision })).rejects.toMatchObject({
      code: 'forbidden',
    })
})

test('proposed quantities stay in the history of the order, also after they were declined and the line was removed', async () => {
  const s = await proposed()
  const [response] = (await s.me.call(listSupplierResponses, { purchase_order_id: s.order.id })).items
  await s.me.call(decideSupplierResponse, { id: response?.id ?? '', decision: 'decline' })
  const order = await s.read(s.order)
  await s.me.call(updatePurchaseOrder, { ...savedAs(order), lines: savedAs(order).lines.slice(1) })
  const { items } = await s.me.call(readRecordHistory, { record_id: s.order.id })
  const proposals = items.filter(({ table_name }) => table_name === 'supplier_response_items')
  const value = (index: number, field: string) =>
    proposals[index]?.changes.find((change) => change.field === field)?.after
  expect(proposals.map(({ part, summary, username }) => [part, summary, username])).toEqual([
    ['Product 2', 'Created proposed quantity', 'Supplier, by link'],
    ['Product 1', 'Created proposed quantity', 'Supplier, by link'],
  ])
  expect([0, 1].map((index) => [value(index, 'ordered_quantity'), value(index, 'quantity')])).toEqual([
    [3, 6],
    [5, 4],
  ])
})
