import { expect, test } from 'vitest'
import { updateLot } from '../../contract/stock.ts'
import { updateStock } from '../../contract/stock-updates.ts'
import { completeTransactionDraft, createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()
const came = { type: 'in', reason_code: 'customer_return', quantity: 4 } as const

/** An empty product, with its lots as [number, expiry date, units]. */
async function withoutStock() {
  const s = await stocked(app)
  const { id: product_id } = await s.product(0)
  const lots = async () =>
    (await s.stock(product_id)).locations.flatMap((location) =>
      location.lots.map(({ lot_number, expires_on, on_hand }) => [lot_number, expires_on, on_hand]),
    )
  return { ...s, product_id, lots }
}

test('a new lot that comes in gets its expiry date: by a transaction, an update or an upward adjustment', async () => {
  const { me, main: location_id, product_id, lots } = await withoutStock()
  const there = { product_id, location_id }
  await me.call(createTransaction, { ...there, ...came, lot_number: 'A', expires_on: '2090-01-31' })
  await me.call(updateStock, { ...there, type: 'in', quantity: 5, lot_number: 'B', expires_on: '2090-02-28' })
  await me.call(updateStock, { ...there, type: 'adjustment', quantity: 6, lot_number: 'C', expires_on: '2090-03-31' })
  await me.call(updateStock, { ...there, type: 'in', quantity: 7, lot_number: 'D' })
  expect(await lots()).toEqual([
    ['A', '2090-01-31', 4],
    ['B', '2090-02-28', 5],
    ['C', '2090-03-31', 6],
    ['D', null, 7],
  ])
})

test('an existing lot keeps its date, and gets one if it has none', async () => {
  const { me, product_id, lots } = await withoutStock()
  const lot = { product_id, ...came, lot_number: 'A' }
  await me.call(createTransaction, lot)
  await me.call(createTransaction, { ...lot, expires_on: '2090-01-31' })
  await me.call(createTransaction, { ...lot, expires_on: '2090-01-31' })
  await me.call(createTransaction, lot)
  const sentence = 'Lot A expires on 31 Jan 2090. Use that date, or change the lot’s expiry date on the product page.'
  expect(await me.refused(createTransaction, { ...lot, expires_on: '2091-01-31' })).toMatchObject({
    status: 409,
    code: 'conflict',
    fields: { expires_on: sentence },
  })
  expect(await lots()).toEqual([['A', '2090-01-31', 16]])
})

test('a pending transaction keeps the date for its completion, which refuses another one', async () => {
  const { me, product_id, stock, lots } = await withoutStock()
  const entry = { product_id, ...came, lot_number: 'A', expires_on: '2090-01-31' }
  const first = await me.call(createTransactionDraft, entry)
  const second = await me.call(createTransactionDraft, entry)
  const pending = await me.call(listTransactions, { status: 'pending' })
  expect(pending.items.map(({ metadata }) => [metadata.lot_number, metadata.expires_on])).toEqual([
    ['A', '2090-01-31'],
    ['A', '2090-01-31'],
  ])
  await me.call(completeTransactionDraft, first)
  expect(await lots()).toEqual([['A', '2090-01-31', 4]])
  const id = (await stock(product_id)).locations[0]?.lots[0]?.lot_id ?? ''
  await me.call(updateLot, { product_id, id, expires_on: '2091-01-31' })
  const refused = await me.refused(completeTransactionDraft, second)
  expect(refused).toMatchObject({
    code: 'conflict',
    message:
      'Lot A expires on 31 Jan 2091. Discard this transaction and enter it again with that date, or change the lot’s expiry date on the product page.',
  })
  expect(refused).not.toHaveProperty('fields')
})

test('a date needs a lot number, and units that come in', async () => {
  const { me, main: location_id, product_id } = await withoutStock()
  const dated = { product_id, location_id, expires_on: '2090-01-31' }
  const withoutLot = { fields: { expires_on: 'Enter a lot number for the expiry date' } }
  expect(await me.refused(createTransaction, { ...dated, ...came })).toMatchObject(withoutLot)
  const outgoing = { status: 422, fields: { expires_on: 'Only incoming units can have an expiry date' } }
  const lot = { ...dated, lot_number: 'A', quantity: 1 }
  expect(await me.refused(updateStock, { ...lot, type: 'out' })).toMatchObject(outgoing)
  expect(await me.refused(updateStock, { ...lot, type: 'adjustment', quantity: -1 })).toMatchObject(outgoing)
  expect(await me.refused(createTransaction, { ...lot, type: 'in', reason_code: 'qc_release' })).toMatchObject(outgoing)
})
