import { expect, test } from 'vitest'
import { explainStock } from '../../contract/explained-stock.ts'
import { deleteProduct, restoreProduct } from '../../contract/product-deletion.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { readPosting, reversePosting } from '../../contract/postings.ts'
import { createTransfer, readTransfer } from '../../contract/location-transfers.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'
import { expectSound } from '../testing/expect-sound.ts'

const app = await sharedApp()
const came = (product_id: string, quantity: number) => ({
  product_id,
  type: 'in' as const,
  quantity,
  reason_code: 'customer_return' as const,
})
const went = (product_id: string, quantity: number) => ({
  product_id,
  type: 'out' as const,
  quantity,
  reason_code: 'customer_order' as const,
})

test('undo puts the goods back, once, and the history shows it', async () => {
  const { me, product, stock } = await stocked(app)
  const { id } = await product(10)
  const { posting_id } = await me.call(createTransaction, went(id, 4))
  const undone = await me.call(reversePosting, { posting_id })
  expect(undone).toMatchObject({ reverses_posting_id: posting_id })
  expect((await stock(id)).on_hand).toBe(10)
  expect((await me.call(listTransactions, { product_id: id })).items).toMatchObject([
    { posting_id: undone.posting_id, on_hand_change: 4, undo: { possible: false, reason: 'This is already an undo.' } },
    {
      posting_id,
      on_hand_change: -4,
      reversed_by_posting_id: undone.posting_id,
      undo: { possible: false, reason: 'This was already undone.' },
    },
    { type: 'opening', on_hand_change: 10 },
  ])
  expect(await me.refused(reversePosting, { posting_id })).toMatchObject({
    status: 409,
    code: 'already_reversed',
    message: 'This was already undone.',
    details: { posting_id, reversed_by_posting_id: undone.posting_id },
  })
  expect(await me.refused(reversePosting, { posting_id: undone.posting_id })).toMatchObject({
    status: 409,
    code: 'cannot_reverse',
    message: 'This is already an undo.',
    details: { reverses_posting_id: posting_id },
  })
})

test('if the goods have left, undo is refused with product, location and numbers', async () => {
  const { me, product, stock } = await stocked(app)
  const chang = await product(0)
  const { posting_id } = await me.call(createTransaction, came(chang.id, 5))
  await me.call(createTransaction, went(chang.id, 3))
  expect(await me.refused(reversePosting, { posting_id })).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    message: `Can’t undo: only 2 of 5 units of ${chang.name} are still available at Main Warehouse.`,
    details: { asked: 5, available: 2 },
  })
  expect((await stock(chang.id)).on_hand).toBe(2)
})

test('a count is undone like any entry', async () => {
  const { me, main, product, stock } = await stocked(app)
  const { id } = await product(10)
  const { posting_id } = await me.call(setLocationStock, {
    product_id: id,
    location_id: main,
    quantities: [{ from: 10, to: 3 }],
  })
  await me.call(reversePosting, { posting_id: posting_id ?? '' })
  expect((await stock(id)).on_hand).toBe(10)
})

test('movements and transfers of an archived product can be undone only once it is restored', async () => {
  const { me, product, main, shop } = await stocked(app)
  const { id, name: product_name } = await product(4)
  const move = { product_id: id, from_location_id: main, to_location_id: shop, quantity: 1 }
  const transfer = await me.call(createTransfer, move)
  const { posting_id } = await me.call(createTransaction, went(id, 4))
  await me.call(deleteProduct, { id })
  const undo = async () => [
    (await me.call(listTransactions, { product_id: id })).items.find((row) => row.posting_id === posting_id)?.undo,
    (await me.call(explainStock, { product_id: id, account: 'on_hand' })).items.find(
      (row) => row.posting_id === posting_id,
    )?.undo,
    (await me.call(readPosting, { posting_id })).undo,
    (await me.call(readTransfer, { transfer_id: transfer.id })).undo,
  ]
  const reason = 'This product is archived. Restore it first.'
  expect(await undo()).toEqual(Array.from({ length: 4 }, () => ({ possible: false, reason })))
  expect(await me.refused(reversePosting, { posting_id })).toMatchObject({
    status: 409,
    message: `${product_name} is archived. Restore it first.`,
  })
  await me.call(restoreProduct, { id })
  expect(await undo()).toEqual(Array.from({ length: 4 }, () => ({ possible: true, reason: null })))
})

test("a document's posting can only be undone through the document", async () => {
  const { me, main, shop, product } = await stocked(app)
  const { id } = await product(10)
  const transfer = await me.call(createTransfer, {
    product_id: id,
    from_location_id: main,
    to_location_id: shop,
    quantity: 4,
  })
  expect(await me.refused(reversePosting, { posting_id: transfer.id })).toMatchObject({
    status: 409,
    code: 'posting_belongs_to_document',
    message: 'This stock change belongs to a document. Undo it there.',
    details: { source_kind: 'transfer', source_id: transfer.id },
  })
  expect((await me.call(readPosting, { posting_id: transfer.id })).undo).toEqual({
    possible: false,
    reason: 'This stock change belongs to a document. Undo it there.',
  })
})

test('when thirty people undo one posting at once, one succeeds', async () => {
  const { me, product, stock } = await stocked(app)
  const { id } = await product(10)
  const { posting_id } = await me.call(createTransaction, went(id, 4))
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => me.call(reversePosting, { posting_id })))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'already_reversed' })
  expect((await stock(id)).on_hand).toBe(10)
  await expectSound(app)
})

test('one undo sent again under its key returns the same response', async () => {
  const { me, product, stock } = await stocked(app)
  const { id } = await product(10)
  const { posting_id } = await me.call(createTransaction, went(id, 4))
  const undo = { id: newId(), posting_id }
  const first = await me.call(reversePosting, undo)
  expect(await me.call(reversePosting, undo)).toEqual(first)
  expect((await stock(id)).on_hand).toBe(10)
})

test('a posting shows its movements, and only to its own organization', async () => {
  const [mine, theirs] = [await stocked(app), await stocked(app)]
  const { id } = await mine.product(10)
  const { posting_id } = await mine.me.call(createTransaction, { ...went(id, 4), notes: 'at the counter' })
  expect(await mine.me.call(readPosting, { posting_id })).toMatchObject({
    id: posting_id,
    kind: 'entry',
    notes: 'at the counter',
    is_own: true,
    document: null,
    undo: { possible: true },
    movements: [
      {
        product_id: id,
        quantity: 4,
        from_account: 'available',
        from_location_name: 'Main Warehouse',
        from_balance: 6,
        to_account: 'customer',
      },
    ],
  })
  expect(await theirs.me.refused(readPosting, { posting_id })).toMatchObject({ status: 404, code: 'not_found' })
  expect(await theirs.me.refused(reversePosting, { posting_id })).toMatchObject({ status: 404, code: 'not_found' })
  expect(await mine.me.refused(reversePosting, { posting_id: newId() })).toMatchObject({ status: 404 })
  expect(await mine.me.refused(reversePosting, { posting_id: 'first' })).toMatchObject({ status: 422 })
})
