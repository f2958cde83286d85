import { expect, test } from 'vitest'
import { completeTransactionDraft, createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { selling } from '../testing/selling.ts'

const app = await testApp()
const made = { type: 'in', reason_code: 'production_completion', quantity: 1 } as const

/** 20 units of lot A at the default location, without a date and reserved for an order. */
async function undated() {
  const s = await selling(app)
  const { id: product_id } = await s.product(0)
  const inLot = { ...made, product_id, lot_number: 'A' }
  await s.me.call(createTransaction, { ...inLot, location_id: s.main, quantity: 20 })
  const order = await s.order([[product_id, 20]])
  expect(order.lines).toMatchObject([{ reserved_quantity: 20 }])
  const dates = async () => {
    const lots = (await s.stock(product_id)).locations.flatMap((location) => location.lots)
    return Object.fromEntries(
      lots.flatMap(({ lot_number, expires_on }) => (lot_number ? [[lot_number, expires_on]] : [])),
    )
  }
  return { ...s, inLot, order, dates }
}

test('a lot that gets a date that has passed gives back immediately what orders have reserved in it', async () => {
  const s = await undated()
  await s.me.call(createTransaction, { ...s.inLot, location_id: s.main, expires_on: '2020-01-31' })
  await app.app.outbox.drain()
  expect((await s.read(s.order)).lines).toMatchObject([{ reserved_quantity: 0, backordered_quantity: 20 }])
  await expectSound(app)
})

test("a limited member can't give a date to a lot that is also at other locations", async () => {
  const s = await undated()
  const limited = await limitedMember(app, s.me, [s.shop])
  const entry = { ...s.inLot, location_id: s.shop }
  const dated = { ...entry, expires_on: '2020-01-31' }
  const kept = 'Lot A, which is also at other locations, has no expiry date.'
  expect(await limited.refused(createTransaction, dated)).toMatchObject({
    status: 409,
    code: 'conflict',
    fields: { expires_on: `${kept} Leave the date empty, or ask a member with access to all locations to add it.` },
  })
  const draft = await limited.call(createTransactionDraft, dated)
  expect(await limited.refused(completeTransactionDraft, draft)).toMatchObject({
    message: `${kept} A member with access to all locations can complete this transaction.`,
  })
  await limited.call(createTransaction, entry)
  // A lot that is at their locations only is theirs.
  await limited.call(createTransaction, { ...entry, lot_number: 'B' })
  await limited.call(createTransaction, { ...dated, lot_number: 'B' })
  expect(await s.dates()).toEqual({ A: null, B: '2020-01-31' })
  await app.app.outbox.drain()
  expect((await s.read(s.order)).lines).toMatchObject([{ reserved_quantity: 20 }])

  await s.me.call(completeTransactionDraft, draft)
  expect(await s.dates()).toEqual({ A: '2020-01-31', B: '2020-01-31' })
})
