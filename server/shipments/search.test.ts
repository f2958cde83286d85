import { expect, test } from 'vitest'
import { listShipments } from '../../contract/shipments.ts'
import { testApp, type Client } from '../testing/app.ts'
import { manySales } from '../testing/many-orders.ts'
import { stocked } from '../testing/stocked.ts'

const app = await testApp()

/** The ids of all pages of a search. */
async function found(me: Client, search?: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const { items, next } = await me.call(listShipments, { limit: 200, search, cursor })
    ids.push(...items.map(({ id }) => id))
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return ids
}

test('a text that many orders contain finds all of their shipments, newest first', async () => {
  const { me, product } = await stocked(app)
  await manySales(app.admin, me.org_id, me.user_id, 1_400)
  // A shipment has contents.
  await app.admin.query(
    `insert into shipment_items (org_id, shipment_id, sales_order_id, line_no, product_id, quantity)
     select org_id, id, sales_order_id, 1, $2, 1 from shipments where org_id = $1`,
    [me.org_id, (await product(0)).id],
  )
  const all = await found(me)
  expect(all).toHaveLength(700)
  // Each order's number contains the first, each customer's name the second.
  expect(await found(me, 'so-')).toEqual(all)
  expect(await found(me, 'son')).toEqual(all)
  // A tracking number, and one of a shipment among those of all orders.
  expect(await found(me, '1z')).toEqual(all)
  const [newest] = (await me.call(listShipments, { limit: 1 })).items
  expect(await found(me, newest?.tracking_number ?? '')).toEqual([newest?.id])
})
