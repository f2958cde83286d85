import { expect, test } from 'vitest'
import { listProducts, readProduct } from '../../contract/products.ts'
import { deleteProduct, readProductDeletion, restoreProduct, writeOffProduct } from '../../contract/product-deletion.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { reversePosting } from '../../contract/postings.ts'
import { createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { newId } from '../platform/ids.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { sharedApp } from '../testing/app.ts'
import { ordering, type Ordering } from '../testing/ordering.ts'
import { times, together } from '../testing/together.ts'

const app = await sharedApp()

/** A product with 8 units in the main location, 3 in the shop and 2 on hold there. */
async function spread({ me, main, shop, product }: Ordering): Promise<string> {
  const { id: product_id } = await product(13)
  await me.call(createTransfer, {
    product_id,
    from_location_id: main,
    to_location_id: shop,
    quantity: 5,
    reason: 'restock',
  })
  const held = { product_id, type: 'out', quantity: 2, reason_code: 'qc_hold', location_id: shop } as const
  await me.call(createTransaction, held)
  return product_id
}

test('writing off removes all stock at every location, on hand and on hold, and archives the product', async () => {
  const s = await ordering(app)
  const id = await spread(s)
  expect(await s.me.call(readProductDeletion, { id })).toMatchObject({
    outcome: null,
    write_off: { on_hand: 11, held: 2, locations: 2 },
  })
  const { posting_id } = await s.me.call(writeOffProduct, { id, on_hand: 11, held: 2 })
  expect(await s.me.call(readProduct, { id })).toMatchObject({
    archived_at: expect.any(String),
    stock: { on_hand: 0, held: 0 },
  })
  expect((await s.me.call(listProducts, {})).items).toEqual([])
  const { rows } = await app.admin.query(
    `select from_account, to_account, type, reason, sum(quantity)::integer as quantity from stock_movements
     where posting_id = $1 group by 1, 2, 3, 4 order by 1`,
    [posting_id],
  )
  const written = { to_account: 'scrap', type: 'out', reason: 'write_off' }
  expect(rows).toEqual([
    { ...written, from_account: 'available', quantity: 11 },
    { ...written, from_account: 'held', quantity: 2 },
  ])
  await expectSound(app)
})

test('a write-off is undone by restoring the product and reversing the posting', async () => {
  const s = await ordering(app)
  const id = await spread(s)
  const { posting_id } = await s.me.call(writeOffProduct, { id, on_hand: 11, held: 2 })
  await s.me.call(restoreProduct, { id })
  await s.me.call(reversePosting, { posting_id })
  expect(await s.stock(id)).toMatchObject({ on_hand: 11, held: 2 })
  await expectSound(app)
})

test('reserved, incoming, in-transit and pending units prevent a write-off, and nothing is written off', async () => {
  const s = await ordering(app)
  const { me, main, shop } = s
  const obstacles: Record<string, (product_id: string) => Promise<unknown>> = {
    '1 open document': (product_id) =>
      me.call(createSalesOrder, { customer_name: 'Ada', lines: [{ product_id, quantity: 1, unit_price: 2 }] }),
    '4 incoming, 1 open document': (product_id) => s.ordered({ product_id, quantity: 4, unit_price: 2 }),
    '2 in transit, 1 open document': (product_id) =>
      me.call(createTransfer, {
        product_id,
        from_location_id: main,
        to_location_id: shop,
        quantity: 2,
        reason: 'restock',
        status: 'pending',
      }),
    '1 pending transaction': (product_id) =>
      me.call(createTransactionDraft, { product_id, type: 'in', quantity: 1, reason_code: 'customer_return' }),
  }
  for (const [left, open] of Object.entries(obstacles)) {
    const { id } = await s.product(9)
    await open(id)
    const { on_hand } = await s.stock(id)
    expect(await me.refused(writeOffProduct, { id, on_hand, held: 0 })).toMatchObject({
      status: 409,
      code: 'product_not_empty',
      message: `This product still has ${left}. Bring these to 0 before you write off the stock.`,
    })
    expect(await me.call(readProductDeletion, { id })).toMatchObject({ outcome: null, write_off: null })
    expect((await s.stock(id)).on_hand).toBe(on_hand)
  }
})

test("stock that differs from the confirmed figure isn't written off", async () => {
  const s = await ordering(app)
  const { id } = await s.product(5)
  expect(await s.me.refused(writeOffProduct, { id, on_hand: 4, held: 0 })).toMatchObject({
    code: 'conflict',
    details: { on_hand: 5, held: 0 },
  })
  expect(await s.me.refused(writeOffProduct, { id, on_hand: 0, held: 0 })).toMatchObject({ status: 422 })
  const other = await ordering(app)
  expect(await other.me.refused(writeOffProduct, { id, on_hand: 5, held: 0 })).toMatchObject({ status: 404 })
  await s.me.call(writeOffProduct, { id, on_hand: 5, held: 0 })
  expect(await s.me.refused(writeOffProduct, { id, on_hand: 5, held: 0 })).toMatchObject({ code: 'product_archived' })
})

test('the check before deleting says what will happen to this product', async () => {
  const s = await ordering(app)
  const fresh = await s.product(0)
  expect(await s.me.call(readProductDeletion, { id: fresh.id })).toMatchObject({ outcome: 'deleted', write_off: null })
  // A draft order names it, though nothing has moved or is expected.
  const draft = await s.draft(1)
  const named = draft.lines[0]?.product_id ?? ''
  expect(await s.me.call(readProductDeletion, { id: named })).toMatchObject({ outcome: 'archived', write_off: null })
  for (const { id, outcome } of [
    { id: fresh.id, outcome: 'deleted' },
    { id: named, outcome: 'archived' },
  ])
    expect(await s.me.call(deleteProduct, { id })).toEqual({ id, outcome })
})

test('when twenty people write off at once, one succeeds', async () => {
  const s = await ordering(app)
  const { id } = await s.product(10)
  const { done, refused } = await together(
    times(20, () => () => s.me.call(writeOffProduct, { id, on_hand: 10, held: 0 })),
  )
  expect(done).toHaveLength(1)
  expect(new Set(refused)).toEqual(new Set(['product_archived']))
  expect((await s.stock(id)).on_hand).toBe(0)
  await expectSound(app)
})

test('a write-off waits for a concurrent removal, and is then refused because the stock has changed', async () => {
  const s = await ordering(app)
  const { org_id, user_id, email } = s.me
  const { id } = await s.product(10)
  const { waiting } = await app.db.transaction({ org_id, user_id, locations: 'all' }, async (tx) => {
    const taken = { product_id: id, type: 'out', reason: 'customer_order', quantity: 1 } as const
    await postStock(tx, { org_id, user_id, email }, { id: newId(), kind: 'entry', lines: [taken] })
    const attempt = s.me.refused(writeOffProduct, { id, on_hand: 10, held: 0 })
    await lockAwaited(app.admin)
    return { waiting: attempt }
  })
  expect(await waiting).toMatchObject({ code: 'conflict', details: { on_hand: 9, held: 0 } })
  expect((await s.stock(id)).on_hand).toBe(9)
})

test('a product is either written off or still used by others, never half of both', async () => {
  const s = await ordering(app)
  const writtenOff: boolean[] = []
  for (let round = 0; round < 6; round++) {
    const { id: product_id } = await s.product(10)
    const done: string[] = []
    const goods = { product_id, type: 'out', quantity: 1, reason_code: 'customer_order' } as const
    const lines = [{ product_id, quantity: 1, unit_price: 2 }]
    await together([
      () => s.me.call(createTransaction, goods).then(() => done.push('taken')),
      () => s.me.call(writeOffProduct, { id: product_id, on_hand: 10, held: 0 }).then(() => done.push('written off')),
      () => s.me.call(createSalesOrder, { customer_name: 'Ada', lines }).then(() => done.push('reserved')),
    ])
    const { archived_at, stock } = await s.me.call(readProduct, { id: product_id })
    const taken = done.filter((one) => one === 'taken').length
    writtenOff.push(done.includes('written off'))
    expect([archived_at !== null, stock.on_hand]).toEqual(writtenOff.at(-1) ? [true, 0] : [false, 10 - taken])
    if (writtenOff.at(-1)) expect(done).toEqual(['written off'])
  }
  expect(writtenOff).toHaveLength(6)
  await expectSound(app)
})
