import { expect, test } from 'vitest'
import { createTransaction } from '../../contract/transactions.ts'
import { testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { selling } from '../testing/selling.ts'
import { queueExpiredReservations } from './release-expired.ts'

const app = await testApp()

/** An order for 5 units, all reserved in a lot that is good until the day that Pago Pago has now. */
async function reserved(time_zone: string) {
  const s = await selling(app)
  const { id: product_id } = await s.product(0)
  const entry = { product_id, location_id: s.main, type: 'in', quantity: 5 } as const
  await s.me.call(createTransaction, { ...entry, reason_code: 'purchase_order', lot_number: 'A' })
  const order = await s.order([[product_id, 5]])
  await app.admin.query('update organizations set time_zone = $2 where org_id = $1', [s.me.org_id, time_zone])
  await app.admin.query(
    `update lots set expires_on = (now() at time zone 'Pacific/Pago_Pago')::date where product_id = $1 and lot_number = 'A'`,
    [product_id],
  )
  return { ...s, waiting: order, product_id, entry }
}

test("units reserved in a lot are released once its day is over in the organization's time zone; their order keeps its place", async () => {
  const [over, notYet] = [await reserved('Pacific/Kiritimati'), await reserved('Pacific/Pago_Pago')]
  await queueExpiredReservations(app.db)
  await app.app.outbox.drain()
  expect(await notYet.read(notYet.waiting)).toMatchObject({ backordered: 0, lines: [{ reserved_quantity: 5 }] })
  expect(await over.read(over.waiting)).toMatchObject({ backordered: 5, lines: [{ reserved_quantity: 0 }] })
  const newer = await over.order([[over.product_id, 3]])
  await over.me.call(createTransaction, { ...over.entry, reason_code: 'transfer_in' })
  await app.app.outbox.drain()
  expect(await over.read(over.waiting)).toMatchObject({ backordered: 0, lines: [{ reserved_quantity: 5 }] })
  expect(await over.read(newer)).toMatchObject({ backordered: 3 })
  // Nothing is queued again.
  await queueExpiredReservations(app.db)
  expect((await app.admin.query(`select from outbox where kind = 'backorders'`)).rows).toEqual([])
  await expectSound(app)
})
