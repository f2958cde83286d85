import { describe, expect, test } from 'vitest'
import { createTransaction } from '../../contract/transactions.ts'
import { changeShipmentStatus, createShipment, discardShipment, type Shipment } from '../../contract/shipments.ts'
import { sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { selling, shipmentInput } from '../testing/selling.ts'

const app = await sharedApp()

/** An order of 5 bolts, which are in the warehouse, and 4 nuts, which are on the shop floor; and a member there. */
async function orderOfTwoLocations() {
  const s = await selling(app)
  const [bolts, nuts] = [await s.product(5), await s.product(0)]
  await s.me.call(createTransaction, {
    product_id: nuts.id,
    type: 'in',
    reason_code: 'production_completion',
    quantity: 4,
    location_id: s.shop,
  })
  const order = await s.order([
    [bolts.id, 5],
    [nuts.id, 4],
  ])
  const clerk = await limitedMember(app, s.me, [s.shop])
  const input = (quantity: number) => shipmentInput(order, [{ item: 1, quantity }])
  return {
    ...s,
    order,
    clerk,
    plans: (quantity: number) => clerk.call(createShipment, input(quantity)),
    moves: ({ id }: Shipment, status: 'in_transit' | 'delivered' | 'failed') =>
      clerk.call(changeShipmentStatus, { shipment_id: id, status }),
    steps: async () => (await s.read(order)).steps.map(({ name, status }) => `${name}: ${status}`),
  }
}

describe('a limited member’s shipment of an order with shipments from other locations', () => {
  test('gets the next number, also after several that they don’t see', async () => {
    const s = await orderOfTwoLocations()
    await s.ship(s.order, 2)
    await s.ship(s.order, 1)
    expect(await s.plans(1)).toMatchObject({ shipment_no: 3 })
    expect(await s.plans(1)).toMatchObject({ shipment_no: 4 })
    expect((await s.read(s.order)).shipments.map(({ shipment_no }) => shipment_no)).toEqual([1, 2, 3, 4])
    await expectSound(app)
  })

  test('doesn’t complete the order when it arrives while others are in transit', async () => {
    const s = await orderOfTwoLocations()
    const theirs = await s.ship(s.order, 5)
    const own = await s.plans(4)
    await s.moves(own, 'in_transit')
    await s.moves(own, 'delivered')
    expect(await s.read(s.order)).toMatchObject({ status: 'shipped' })
    await s.move(theirs, 'delivered')
    expect(await s.read(s.order)).toMatchObject({ status: 'delivered' })
    await expectSound(app)
  })

  test('completes the order when it arrives last', async () => {
    const s = await orderOfTwoLocations()
    await s.move(await s.ship(s.order, 5), 'delivered')
    const own = await s.plans(4)
    await s.moves(own, 'in_transit')
    await s.moves(own, 'delivered')
    expect(await s.read(s.order)).toMatchObject({ status: 'delivered' })
    await expectSound(app)
  })

  test('leaves the status and steps as they were when it is discarded', async () => {
    const s = await orderOfTwoLocations()
    await s.ship(s.order, 5)
    const before = await s.steps()
    expect(before).toContain('Shipment created: completed')
    const own = await s.plans(4)
    await s.clerk.call(discardShipment, { shipment_id: own.id })
    expect(await s.read(s.order)).toMatchObject({ status: 'processing', shipments: [{ shipment_no: 1 }] })
    expect(await s.steps()).toEqual(before)
    await expectSound(app)
  })

  test('doesn’t hide that another delivery failed', async () => {
    const s = await orderOfTwoLocations()
    await s.move(await s.ship(s.order, 5), 'failed')
    expect(await s.steps()).toContain('Delivered: failed')
    await s.plans(4)
    expect(await s.steps()).toContain('Delivered: failed')
    await expectSound(app)
  })
})
