import { expect, test } from 'vitest'
import { deleteProduct } from '../../contract/product-deletion.ts'
import {
  completeTransactionDraft,
  createTransactionDraft,
  discardTransactionDraft,
} from '../../contract/transaction-drafts.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()
const out = (product_id: string, quantity: number) => ({
  product_id,
  type: 'out' as const,
  quantity,
  reason_code: 'damaged' as const,
})

test('a pending transaction is in the history and moves nothing until it is completed', async () => {
  const { me, product, stock } = await stocked(app)
  const { id } = await product(10)
  const { draft_id } = await me.call(createTransactionDraft, { ...out(id, 4), notes: 'broken pallet' })
  expect((await stock(id)).on_hand).toBe(10)
  expect((await me.call(listTransactions, { product_id: id })).items).toMatchObject([
    {
      id: draft_id,
      draft_id,
      posting_id: null,
      status: 'pending',
      quantity: 4,
      on_hand_change: 0,
      shown_notes: 'broken pallet',
    },
    { type: 'opening', on_hand_change: 10 },
  ])
  expect(await me.call(completeTransactionDraft, { draft_id })).toMatchObject({ posting_id: draft_id, on_hand: 6 })
  expect((await me.call(listTransactions, { product_id: id })).items).toMatchObject([
    { id: `${draft_id}:1`, status: 'completed', on_hand_change: -4, notes: 'broken pallet' },
    { type: 'opening', on_hand_change: 10 },
  ])
})

test("a draft that can't be completed stays a draft, and says why", async () => {
  const { me, product, stock } = await stocked(app)
  const { id } = await product(3)
  const { draft_id } = await me.call(createTransactionDraft, out(id, 5))
  expect(await me.refused(completeTransactionDraft, { draft_id })).toMatchObject({
    code: 'insufficient_stock',
    message: 'Cannot remove more than current stock (3)',
  })
  expect((await me.call(listTransactions, { status: 'pending' })).items).toMatchObject([{ draft_id }])
  expect(await me.call(discardTransactionDraft, { draft_id })).toEqual({ draft_id })
  expect((await me.call(listTransactions, { status: 'pending' })).items).toEqual([])
  expect(await me.refused(completeTransactionDraft, { draft_id })).toMatchObject({
    status: 409,
    code: 'draft_not_open',
    message: 'This transaction is already discarded.',
  })
  expect((await stock(id)).on_hand).toBe(3)
})

test('drafts that could never be posted are refused immediately: finer quantities, archived products', async () => {
  const { me, product, stock } = await stocked(app)
  const { id } = await product(10, { quantity_decimals: 2 })
  const whole = await product(0)
  for (const [product_id, quantity, sentence] of [
    [whole.id, 1.5, 'Use a whole number for this product'],
    [id, 0.125, 'Use at most 2 decimals'],
  ] as const) {
    expect(await me.refused(createTransactionDraft, out(product_id, quantity))).toMatchObject({
      status: 422,
      code: 'too_many_decimals',
      fields: { quantity: sentence },
    })
  }
  const { draft_id } = await me.call(createTransactionDraft, out(id, 0.25))
  await me.call(completeTransactionDraft, { draft_id })
  expect((await stock(id)).on_hand).toBe(9.75)
  await me.call(createTransaction, { ...out(id, 9.75) })
  await me.call(deleteProduct, { id })
  expect(await me.refused(createTransactionDraft, out(id, 1))).toMatchObject({
    code: 'product_archived',
    fields: { product_id: 'This product is archived. Restore it first.' },
  })
})

test('a product is either archived or gets drafts, never both, however many try at once', async () => {
  const { me, product } = await stocked(app)
  for (let round = 0; round < 4; round++) {
    const { id } = await product(1)
    await me.call(createTransaction, out(id, 1))
    const outcomes = await Promise.allSettled([
      me.call(deleteProduct, { id }),
      ...Array.from({ length: 6 }, () => me.call(createTransactionDraft, out(id, 1))),
    ])
    const archived = outcomes[0]?.status === 'fulfilled'
    const { items } = await me.call(listTransactions, { product_id: id, status: 'pending' })
    expect(items.length > 0).toBe(!archived)
  }
})

test('when twenty people complete and ten discard one draft at once, one succeeds', async () => {
  const { me, product, stock } = await stocked(app)
  const { id } = await product(10)
  const { draft_id } = await me.call(createTransactionDraft, out(id, 1))
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n): Promise<unknown> =>
      n % 3 === 2 ? me.call(discardTransactionDraft, { draft_id }) : me.call(completeTransactionDraft, { draft_id }),
    ),
  )
  const done = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value as { posting_id?: string }] : [],
  )
  expect(done).toHaveLength(1)
  expect((await stock(id)).on_hand).toBe(done[0]?.posting_id ? 9 : 10)
  await expectSound(app)
})

test('drafts and entries are listed in one order, page by page', async () => {
  const { me, product } = await stocked(app)
  const { id } = await product(50)
  for (let n = 1; n <= 6; n++) {
    const { draft_id } = await me.call(createTransactionDraft, out(id, n))
    if (n % 2) await me.call(completeTransactionDraft, { draft_id })
  }
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const answer = await me.call(listTransactions, { product_id: id, limit: 2, cursor })
    seen.push(...answer.items.map((row) => row.quantity))
    cursor = answer.next ?? undefined
  } while (cursor)
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 50])
})

test("missing input, another organization's draft, and ids that aren't drafts are refused", async () => {
  const mine = await stocked(app)
  const theirs = await stocked(app)
  const foreign = await theirs.product(5)
  const { draft_id } = await theirs.me.call(createTransactionDraft, out(foreign.id, 1))
  expect(await mine.me.refused(createTransactionDraft, out(foreign.id, 1))).toMatchObject({ status: 404 })
  for (const id of [draft_id, newId()]) {
    expect(await mine.me.refused(completeTransactionDraft, { draft_id: id })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await mine.me.refused(discardTransactionDraft, { draft_id: id })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  }
  expect(await mine.me.refused(createTransactionDraft, { ...out(foreign.id, 0) })).toMatchObject({ status: 422 })
  expect((await theirs.me.call(listTransactions, { status: 'pending' })).items).toHaveLength(1)
})
