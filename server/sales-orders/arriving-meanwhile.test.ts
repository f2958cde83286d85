import { expect, test } from 'vitest'
import { createTransaction } from '../../contract/transactions.ts'
import { testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { type Selling, selling } from '../testing/selling.ts'

const app = await testApp()

/** What `work` does while 5 units of a product without stock arrive in a new lot, which it can't see yet. */
async function whileArriving<T>({ me, main }: Selling, product_id: string, work: () => Promise<T>): Promise<T> {
  await app.admin.query('begin')
  await app.admin.query('select from product_totals where product_id = $1 for update', [product_id])
  const lot = { lot_number: 'A', location_id: main }
  const made = { product_id, type: 'in', reason_code: 'production_completion', quantity: 5 } as const
  const arriving = me.call(createTransaction, { ...made, ...lot })
  await lockAwaited(app.admin)
  const working = work()
  await lockAwaited(app.admin, 2)
  await app.admin.query('commit')
  await arriving
  return working
}

test.each(['any location', 'the default location'])(
  'an order from %s gets units that arrive in a new lot while it is created or changed',
  async (from) => {
    const s = await selling(app)
    const { id } = await s.product(0)
    const location_id = from === 'any location' ? null : s.main
    const order = await whileArriving(s, id, () => s.order([[id, 3]], { location_id }))
    await app.app.outbox.drain()
    const read = await s.read(order)
    expect(read.lines).toMatchObject([{ reserved_quantity: 3, backordered_quantity: 0 }])

    const other = await s.product(0)
    const line = { product_id: other.id, quantity: 2, unit_price: 2 }
    const lines = [...read.lines.map(({ id: line_id, product_id }) => ({ ...line, id: line_id, product_id })), line]
    await whileArriving(s, other.id, () => s.save(read, { lines }))
    await app.app.outbox.drain()
    expect((await s.read(order)).lines).toMatchObject([{ reserved_quantity: 2 }, { reserved_quantity: 2 }])
    await expectSound(app)
  },
)
