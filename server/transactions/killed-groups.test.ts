import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { listLocations } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { newId } from '../platform/ids.ts'
import { RefusedError, signUp } from '../testing/app.ts'
import { makeInstallation } from '../testing/server-process.ts'
import { times } from '../testing/together.ts'

// Entire servers are started and stopped here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

test('killing PostgreSQL and the server during grouped postings and orders loses none that was confirmed and repeats none', async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  const me = await signUp(installation.url, 'owner@example.com')
  const { items } = await me.call(listLocations, {})
  const product = await me.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 1, stock_quantity: 0 })
  const entry = { product_id: product.id, type: 'in' as const, quantity: 1, reason_code: 'other' as const, notes: 'in' }
  const answered = new Set<string>()
  let isOver = false

  const post = (id: string) => me.call(createTransaction, { ...entry, id, location_id: items[0]?.id })
  const line = { product_id: product.id, quantity: 1, unit_price: 1 }
  const sell = (id: string) =>
    me.call(createSalesOrder, { id, customer_name: 'Killed', lines: [line, line] }, { idempotencyKey: id })
  /** Retries until it is answered, with one id, as a browser does. */
  async function insist(send: (id: string) => Promise<unknown>, id: string): Promise<void> {
    while (!isOver) {
      const failed = await send(id).then(
        () => null,
        (error: unknown) => error,
      )
      if (failed === null) return void answered.add(id)
      const mayBeRepeated = !(failed instanceof RefusedError) || failed.status === 503 || failed.code === 'in_progress'
      if (!mayBeRepeated) throw failed
      await sleep(20)
    }
  }
  const posting = Promise.all(
    times(24, async (n) => {
      while (!isOver) await insist(n % 3 ? post : sell, newId())
    }),
  )
  const answers = (count: number) =>
    vi.waitFor(() => expect(answered.size).toBeGreaterThan(count), { timeout: 180_000, interval: 1 })
  for (let kill = 1; kill <= 3; kill++) {
    await answers(60 * kill)
    process.kill(installation.postgresPid(), 'SIGKILL')
  }
  await answers(answered.size + 60)
  await server.end('SIGKILL')
  await installation.start()
  await answers(answered.size + 60)
  isOver = true
  await posting

  const admin = await installation.connect()
  const { rows: posted } = await admin.query<{ id: string; others: number }>(
    `select id, (count(*) over (partition by xmin::text))::int as others from stock_postings where kind = 'entry'`,
  )
  const { rows: totals } = await admin.query<{ on_hand: number }>('select on_hand from product_totals')
  const { rows: orders } = await admin.query<{ id: string; others: number }>(
    'select id, (count(*) over (partition by xmin::text))::int as others from sales_orders',
  )
  await expectSound({ admin })
  await admin.end()
  const ids = new Set([...posted, ...orders].map(({ id }) => id))
  expect([...answered].filter((id) => !ids.has(id))).toEqual([])
  expect([ids.size - orders.length, totals[0]?.on_hand]).toEqual([posted.length, posted.length])
  expect(orders.length).toBeGreaterThan(10)
  // Otherwise no kill hit a group. How many share one depends on how busy the machine is.
  expect(posted.filter(({ others }) => others > 1).length).toBeGreaterThan(10)
})
