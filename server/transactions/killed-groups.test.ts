import { expect, test, vi } from 'vitest'
import { listLocations } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { RefusedError, signUp } from '../testing/app.ts'
import { makeInstallation } from '../testing/server-process.ts'
import { times } from '../testing/together.ts'

// Whole servers are started and stopped here, and a busy machine takes its time.
vi.setConfig({ testTimeout: 180_000 })

test('killing PostgreSQL and the server amid postings that are posted together loses none that was answered and doubles none', async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  const me = await signUp(installation.url, 'owner@example.com')
  const { items } = await me.call(listLocations, {})
  const product = await me.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 1, stock_quantity: 0 })
  const entry = { product_id: product.id, type: 'in' as const, quantity: 1, reason_code: 'other' as const, notes: 'in' }
  const answered = new Set<string>()
  let isOver = false

  /** Until it is answered, with one id: as a browser does. */
  async function post(id: string): Promise<void> {
    while (!isOver) {
      const failed = await me.call(createTransaction, { ...entry, id, location_id: items[0]?.id }).then(
        () => null,
        (error: unknown) => error,
      )
      if (failed === null) return void answered.add(id)
      const mayBeRepeated = !(failed instanceof RefusedError) || failed.status === 503 || failed.code === 'in_progress'
      if (!mayBeRepeated) throw failed
    }
  }
  const posting = Promise.all(
    times(24, async () => {
      while (!isOver) await post(newId())
    }),
  )
  const answers = (count: number) =>
    vi.waitFor(() => expect(answered.size).toBeGreaterThan(count), { timeout: 60_000, interval: 1 })
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
  await admin.end()
  const ids = new Set(posted.map(({ id }) => id))
  expect([...answered].filter((id) => !ids.has(id))).toEqual([])
  expect([ids.size, totals[0]?.on_hand]).toEqual([posted.length, posted.length])
  // Otherwise nothing was killed amid a group.
  expect(posted.filter(({ others }) => others > 1).length).toBeGreaterThan(posted.length / 2)
})
