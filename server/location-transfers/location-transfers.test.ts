import { describe, expect, test } from 'vitest'
import { updateLocation, readLocation } from '../../contract/locations.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import {
  cancelTransfer,
  completeTransfer,
  createTransfer,
  listTransfers,
  readTransfer,
  reverseTransfer,
} from '../../contract/location-transfers.ts'
import { newId } from '../platform/ids.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

/** A product with ten at the default location, and a transfer of some of them to the shop. */
async function ten() {
  const s = await stocked(app)
  const product = await s.product(10)
  const move = (quantity: number, more: object = {}) => ({
    product_id: product.id,
    from_location_id: s.main,
    to_location_id: s.shop,
    quantity,
    reason: 'demand' as const,
    ...more,
  })
  const both = async () => [await s.at(product.id, s.main), await s.at(product.id, s.shop)]
  return { ...s, product, move, both }
}

test('an immediate transfer conserves units and is completed', async () => {
  const { me, product, move, both, stock } = await ten()
  const transfer = await me.call(createTransfer, move(4, { notes: 'for the weekend' }))
  expect(transfer).toMatchObject({
    product_name: product.name,
    from_location_name: 'Main Warehouse',
    to_location_name: 'Shop floor',
    quantity: 4,
    reason: 'demand',
    notes: 'for the weekend',
    status: 'completed',
    undo: { possible: true },
  })
  expect(await both()).toEqual([6, 4])
  expect((await stock(product.id)).on_hand).toBe(10)
  expect((await me.call(listTransactions, { product_id: product.id })).items).toMatchObject([
    { type: 'transfer' },
    { type: 'opening' },
  ])
  expect((await me.call(listTransactions, { product_id: product.id, type: 'transfer' })).items).toMatchObject([
    {
      type: 'transfer',
      quantity: 4,
      on_hand_change: 0,
      metadata: { location_name: 'Main Warehouse', to_location_name: 'Shop floor' },
      document: { kind: 'transfer', id: transfer.id },
    },
  ])
})

describe('in two steps', () => {
  test('units on their way are in transit at the destination until they are received', async () => {
    const { me, product, move, both, stock } = await ten()
    const { id } = await me.call(createTransfer, move(4, { status: 'pending' }))
    expect(await both()).toEqual([6, 0])
    expect(await stock(product.id)).toMatchObject({ on_hand: 6, in_transit: 4 })
    expect(await me.call(completeTransfer, { transfer_id: id })).toMatchObject({ status: 'completed' })
    expect(await both()).toEqual([6, 4])
    expect(await stock(product.id)).toMatchObject({ on_hand: 10, in_transit: 0 })
    expect(await me.refused(completeTransfer, { transfer_id: id })).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'This transfer was already received.',
    })
    expect(await me.refused(cancelTransfer, { transfer_id: id })).toMatchObject({ status: 409, code: 'conflict' })
  })

  test('cancelled ones are back at the source', async () => {
    const { me, product, move, both, stock } = await ten()
    const { id } = await me.call(createTransfer, move(4, { status: 'pending' }))
    expect(await me.call(cancelTransfer, { transfer_id: id })).toMatchObject({
      status: 'cancelled',
      undo: { possible: false },
      closed_at: expect.any(String),
    })
    expect(await both()).toEqual([10, 0])
    expect((await stock(product.id)).in_transit).toBe(0)
    expect(await me.refused(reverseTransfer, { transfer_id: id })).toMatchObject({ status: 409 })
    await expectSound(app)
  })

  test('received ones are undone like immediate ones', async () => {
    const { me, move, both } = await ten()
    const { id } = await me.call(createTransfer, move(4, { status: 'pending' }))
    await me.call(completeTransfer, { transfer_id: id })
    await me.call(reverseTransfer, { transfer_id: id })
    expect(await both()).toEqual([10, 0])
  })
})

describe('undo of a completed transfer', () => {
  test('brings the goods back, once; then it reads cancelled', async () => {
    const { me, product, move, both } = await ten()
    const { id } = await me.call(createTransfer, move(4))
    expect(await me.call(reverseTransfer, { transfer_id: id })).toMatchObject({ id, status: 'cancelled' })
    expect(await both()).toEqual([10, 0])
    expect(await me.refused(reverseTransfer, { transfer_id: id })).toMatchObject({
      status: 409,
      message: 'This transfer was already cancelled.',
    })
    const [undo, arrival] = (await me.call(listTransactions, { product_id: product.id, type: 'transfer' })).items
    expect(undo).toMatchObject({ reverses_posting_id: arrival?.posting_id, reversed_by_posting_id: null })
    expect(arrival).toMatchObject({ reverses_posting_id: null, reversed_by_posting_id: undo?.posting_id })
  })

  test('is refused with the numbers when goods have left the destination', async () => {
    const { me, product, shop, move, both } = await ten()
    const { id } = await me.call(createTransfer, move(4))
    await me.call(createTransaction, {
      product_id: product.id,
      type: 'out',
      quantity: 3,
      reason_code: 'customer_order',
      location_id: shop,
    })
    expect(await me.refused(reverseTransfer, { transfer_id: id })).toMatchObject({
      status: 409,
      code: 'insufficient_stock',
      message: 'Can’t undo: only 1 of 4 units of Product 1 is still available at Shop floor.',
      details: { asked: 4, available: 1 },
    })
    expect(await both()).toEqual([6, 1])
    expect(await me.call(readTransfer, { transfer_id: id })).toMatchObject({ status: 'completed' })
  })

  test('restores the lots that were moved', async () => {
    const { me, product, main, move, stock } = await ten()
    await me.call(createTransaction, {
      product_id: product.id,
      type: 'in',
      quantity: 5,
      reason_code: 'transfer_in',
      lot_number: 'A',
      location_id: main,
    })
    const before = (await stock(product.id)).locations.find((location) => location.location_id === main)?.lots
    const { id } = await me.call(createTransfer, move(12))
    await me.call(reverseTransfer, { transfer_id: id })
    expect((await stock(product.id)).locations.find((location) => location.location_id === main)?.lots).toEqual(before)
  })
})

test('expired units move only if their lot is named, and come back with it', async () => {
  const { me, product, main, shop, move, stock, both } = await ten()
  await me.call(createTransaction, {
    product_id: product.id,
    type: 'in',
    quantity: 5,
    reason_code: 'transfer_in',
    lot_number: 'OLD',
    location_id: main,
  })
  await app.admin.query(`update lots set expires_on = '2020-01-31' where org_id = $1 and lot_number = 'OLD'`, [
    me.org_id,
  ])
  const lotsAt = async (id: string) =>
    (await stock(product.id)).locations.find(({ location_id }) => location_id === id)?.lots ?? []
  const before = await lotsAt(main)
  const lot_id = before.find(({ lot_number }) => lot_number === 'OLD')?.lot_id
  const message = 'Only 10 available at Main Warehouse. 5 more have expired: choose their lot to move them.'
  expect(await me.refused(createTransfer, move(11))).toMatchObject({ fields: { quantity: message } })
  expect(await me.refused(createTransfer, move(6, { lot_id }))).toMatchObject({ code: 'insufficient_stock' })
  expect(await me.refused(createTransfer, move(1, { lot_id: newId() }))).toMatchObject({ code: 'not_found' })
  const immediate = await me.call(createTransfer, move(2, { lot_id }))
  const later = await me.call(createTransfer, move(3, { lot_id, status: 'pending' }))
  await me.call(completeTransfer, { transfer_id: later.id })
  expect(await both()).toEqual([10, 5])
  expect(await lotsAt(shop)).toMatchObject([{ lot_number: 'OLD', is_expired: true, on_hand: 5 }])
  for (const { id } of [later, immediate]) await me.call(reverseTransfer, { transfer_id: id })
  expect(await lotsAt(main)).toEqual(before)
  await expectSound(app)
})

describe('refusals', () => {
  test('more than is available at the source, with the number', async () => {
    const { me, move, both } = await ten()
    expect(await me.refused(createTransfer, move(11))).toMatchObject({
      status: 409,
      code: 'insufficient_stock',
      message: 'Only 10 available at Main Warehouse',
      fields: { quantity: 'Only 10 available at Main Warehouse' },
      details: { asked: 11, available: 10 },
    })
    expect(await both()).toEqual([10, 0])
    expect((await me.call(listTransfers, {})).items).toEqual([])
  })

  test('an inactive destination; goods may leave an inactive source', async () => {
    const { me, main, shop, product, move } = await ten()
    await me.call(createTransfer, move(4))
    // A location with stock can't be deactivated by a person; the ledger must not rely on that.
    await app.admin.query('update locations set is_active = false where id = $1', [shop])
    expect(await me.refused(createTransfer, move(1))).toMatchObject({
      status: 409,
      code: 'location_not_active',
      fields: { to_location_id: 'Shop floor isn’t active' },
    })
    await me.call(createTransfer, { product_id: product.id, from_location_id: shop, to_location_id: main, quantity: 4 })
  })

  test("missing input, in the spec's words", async () => {
    const { me, main, move } = await ten()
    expect(await me.refused(createTransfer, {})).toMatchObject({
      status: 422,
      fields: {
        product_id: 'Please select a product',
        from_location_id: 'Please select a source location',
        to_location_id: 'Please select a destination location',
        quantity: 'Quantity must be greater than zero',
      },
    })
    expect(await me.refused(createTransfer, { ...move(0), to_location_id: main })).toMatchObject({
      fields: {
        to_location_id: 'Source and destination locations cannot be the same',
        quantity: 'Quantity must be greater than zero',
      },
    })
    expect(await me.refused(createTransfer, move(-3))).toMatchObject({ status: 422 })
    expect(await me.refused(createTransfer, move(1, { reason: 'because' }))).toMatchObject({ status: 422 })
    expect(await me.refused(createTransfer, move(1, { user_id: newId() }))).toMatchObject({
      fields: { user_id: 'Unknown field' },
    })
  })

  test("another organization's product, locations and transfers", async () => {
    const [mine, theirs] = [await ten(), await ten()]
    const { id } = await theirs.me.call(createTransfer, theirs.move(4, { status: 'pending' }))
    expect(await mine.me.refused(createTransfer, mine.move(1, { product_id: theirs.product.id }))).toMatchObject({
      status: 404,
    })
    for (const [field, location_id] of [
      ['to_location_id', theirs.shop],
      ['from_location_id', theirs.main],
    ] as const)
      expect(await mine.me.refused(createTransfer, mine.move(1, { [field]: location_id }))).toMatchObject({
        status: 404,
        code: 'not_found',
        message: 'This location no longer exists',
        fields: { [field]: 'This location no longer exists' },
        details: { location_id },
      })
    for (const endpoint of [readTransfer, completeTransfer, cancelTransfer, reverseTransfer]) {
      expect(await mine.me.refused(endpoint, { transfer_id: id })).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(await mine.both()).toEqual([10, 0])
    expect((await mine.me.call(listTransfers, {})).items).toEqual([])
  })
})

describe('concurrent requests', () => {
  test('forty transfers of one unit when ten are available: ten succeed, nothing is lost', async () => {
    const { me, product, move, both, stock } = await ten()
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => me.call(createTransfer, move(1))))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10)
    expect(await both()).toEqual([0, 10])
    expect((await stock(product.id)).on_hand).toBe(10)
    expect((await me.call(listTransfers, {})).items).toHaveLength(10)
    await expectSound(app)
  })

  test("transfers in both directions at the same time don't deadlock and keep the total", async () => {
    const { me, main, shop, move, both } = await ten()
    await me.call(createTransfer, move(5))
    const there = move(1)
    const back = { ...move(1), from_location_id: shop, to_location_id: main }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => me.call(createTransfer, n % 2 ? there : back)),
    )
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'insufficient_stock' })
    const [atMain = 0, atShop = 0] = await both()
    expect(atMain + atShop).toBe(10)
    await expectSound(app)
  })

  test('of thirty people who receive, cancel or undo the same transfer, one succeeds', async () => {
    const { me, move, both } = await ten()
    const { id } = await me.call(createTransfer, move(4, { status: 'pending' }))
    const close = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => me.call(n % 2 ? completeTransfer : cancelTransfer, { transfer_id: id })),
    )
    const closed = close.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.status] : []))
    expect(closed).toHaveLength(1)
    expect(await both()).toEqual(closed[0] === 'completed' ? [6, 4] : [10, 0])

    const other = await me.call(createTransfer, move(2))
    const undo = await Promise.allSettled(
      Array.from({ length: 30 }, () => me.call(reverseTransfer, { transfer_id: other.id })),
    )
    expect(undo.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    await expectSound(app)
  })

  test('one id sent thirty times moves once; with another quantity it is refused', async () => {
    const { me, move, both } = await ten()
    const id = newId()
    const transfer = move(3, { id })
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => me.call(createTransfer, transfer)))
    const statuses = new Set(
      answers.map((answer) =>
        answer.status === 'fulfilled' ? answer.value.id : (answer.reason as { code: string }).code,
      ),
    )
    expect([...statuses].every((status) => status === id || status === 'in_progress')).toBe(true)
    expect(await both()).toEqual([7, 3])
    expect((await me.call(createTransfer, transfer)).id).toBe(id)
    expect(await me.refused(createTransfer, { ...transfer, quantity: 4 })).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    })
    expect(await both()).toEqual([7, 3])
  })
})

test('the list is filtered and paged', async () => {
  const { me, main, shop, product, move } = await ten()
  const ids: string[] = []
  for (let n = 1; n <= 5; n++)
    ids.unshift((await me.call(createTransfer, move(1, n === 3 ? { status: 'pending' } : {}))).id)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const answer = await me.call(listTransfers, { limit: 2, cursor })
    seen.push(...answer.items.map((transfer) => transfer.id))
    cursor = answer.next ?? undefined
  } while (cursor)
  expect(seen).toEqual(ids)
  const found = async (filter: object) => (await me.call(listTransfers, filter)).items.length
  expect(await found({ status: 'pending' })).toBe(1)
  expect(await found({ product_id: product.id })).toBe(5)
  expect(await found({ product_id: newId() })).toBe(0)
  expect(await found({ location_id: shop })).toBe(5)
  expect(await found({ from: new Date(Date.now() + 60_000).toISOString() })).toBe(0)
  expect(await found({ to: new Date(Date.now() + 60_000).toISOString() })).toBe(5)
  expect(await me.refused(listTransfers, { status: 'lost' })).toMatchObject({ status: 422 })
  // With units in transit to it, the shop stays active.
  const location = await me.call(readLocation, { id: shop })
  expect(
    await me.refused(updateLocation, { id: shop, version: location.version, name: location.name, is_active: false }),
  ).toMatchObject({ status: 409 })
  expect(main).not.toBe(shop)
})
