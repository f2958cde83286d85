import { setTimeout as nextMilliseconds } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createImport } from '../../contract/imports.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { readFeed, type FeedEvent } from '../../contract/feed.ts'
import { newId } from '../platform/ids.ts'
import { silentLog } from '../platform/log.ts'
import { createSequencer } from '../platform/sequencer.ts'
import { postStock } from '../../ledger/post-stock.ts'
import type { Database } from '../platform/db.ts'
import type { Scope } from '../platform/transaction-settings.ts'
import { testApp, type Client } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'
import { times } from '../testing/together.ts'
import { expectSameLevels, readAll, replayer } from './testing.ts'

const app = await testApp()

/** A second server process: both number, whichever comes first. */
const other = createSequencer(app.db, '', silentLog)
afterAll(() => other.close())

const entry = (product_id: string, location_id: string) => ({
  product_id,
  location_id,
  quantity: 1,
  reason_code: 'customer_return' as const,
})

/** Posts one unit in a transaction that stays open until `commit` is called. */
async function openPosting(me: Client, product_id: string, location_id: string) {
  const posted = Promise.withResolvers<void>()
  const committing = Promise.withResolvers<void>()
  const scope: Scope = { org_id: me.org_id, user_id: me.user_id, locations: 'all' }
  const actor = { org_id: me.org_id, user_id: me.user_id, email: me.email }
  const lines = [{ product_id, location_id, type: 'in' as const, reason: 'other', quantity: 1 }]
  const done = app.db.transaction(scope, async (tx) => {
    const { posting_id } = await postStock(tx, actor, { id: newId(), kind: 'entry', lines })
    posted.resolve()
    await committing.promise
    return posting_id
  })
  onTestFinished(() => committing.resolve())
  await Promise.race([posted.promise, done])
  return {
    commit: () => {
      committing.resolve()
      return done
    },
  }
}

test('a consumer reads the feed while 16 writers post and an import runs: every event once, in an order that replays to the same levels', async () => {
  const { me, main, shop, product } = await stocked(app)
  const products = await Promise.all(times(4, () => product(50)))
  const rows = times(400, (n) => ({ name: `Nut ${n}`, sku: `N-${n}`, price: 1, stock_quantity: 5 }))
  // Also stock of products that others sell at the same time.
  const transactions = products.map(({ sku }) => ({ product_id: sku, type: 'in', quantity: 3 }))
  let writing = true
  const replay = replayer()
  const read: FeedEvent[] = []

  async function consume(): Promise<void> {
    for (let after = 0; ;) {
      const finishing = !writing
      const page = await me.call(readFeed, { after, limit: 37, wait: 1 })
      for (const event of page.items) replay.apply(event)
      read.push(...page.items)
      after = page.next
      if (finishing && page.next === page.newest) return
    }
  }

  async function write(writer: number): Promise<void> {
    for (let n = 0; n < 25; n++) {
      const product_id = products[(writer + n) % products.length]?.id ?? ''
      const type = n % 3 === 0 ? ('out' as const) : ('in' as const)
      const location_id = n % 2 === 0 ? main : shop
      await me
        .call(createTransaction, {
          ...entry(product_id, location_id),
          type,
          reason_code: type === 'out' ? ('customer_order' as const) : ('customer_return' as const),
        })
        .catch((error: Error) => {
          if (!error.message.includes('insufficient_stock')) throw error
        })
      other.poke(me.org_id)
    }
  }

  const consuming = consume()
  const sheets = { products: rows, categories: [], transactions }
  await Promise.all([...times(16, write), me.call(createImport, { ...sheets, id: newId() })])
  await app.app.sequencer.drain()
  writing = false
  await consuming

  expect(read.map(({ number }) => number)).toEqual(read.map((_, index) => index + 1))
  const posted = read.flatMap(({ type, object_id }) => (type === 'stock.posted' ? [object_id] : []))
  const { rows: postings } = await app.admin.query<{ id: string }>('select id from stock_postings where org_id = $1', [
    me.org_id,
  ])
  expect(postings.length).toBeGreaterThan(700)
  expect(posted.toSorted()).toEqual(postings.map(({ id }) => id).toSorted())
  await expectSameLevels(app, me.org_id, replay.levels())
})

test("a running transaction doesn't hold back later ones, and gets its number at commit", async () => {
  const { me, main, product } = await stocked(app)
  const [slow, quick] = [await product(1), await product(1)]
  await app.app.sequencer.drain()
  const { newest } = await me.call(readFeed, {})
  const running = await openPosting(me, slow.id, main)
  for (let n = 0; n < 3; n++) {
    await me.call(createTransaction, { ...entry(quick.id, main), type: 'in' })
    await app.app.sequencer.drain()
  }
  const before = await readAll(me, newest)
  expect(before.map(({ number }) => number)).toEqual([newest + 1, newest + 2, newest + 3])
  const posting_id = await running.commit()
  await app.app.sequencer.drain()
  const after = await readAll(me, newest)
  expect(after.slice(0, 3)).toEqual(before)
  expect(after.slice(3)).toMatchObject([{ number: newest + 4, object_id: posting_id }])
})

test('a posting that waited for another comes after it', async () => {
  const { me, main, product } = await stocked(app)
  const { id: product_id } = await product(1)
  await app.app.sequencer.drain()
  const { newest } = await me.call(readFeed, {})
  const first = await openPosting(me, product_id, main)
  const second = me.call(createTransaction, { ...entry(product_id, main), type: 'in' })
  await app.app.sequencer.drain()
  expect(await readAll(me, newest)).toEqual([])
  const posting_id = await first.commit()
  const { posting_id: waited } = await second
  await app.app.sequencer.drain()
  expect((await readAll(me, newest)).map(({ object_id }) => object_id)).toEqual([posting_id, waited])
})

test('a posting is recorded strictly later than its levels, even when the clock goes backwards', async () => {
  const { me, main, product } = await stocked(app)
  const { id: product_id } = await product(5)
  await app.admin.query(
    `update stock_levels set last_recorded_at = '2040-01-01 00:00:00+00' where org_id = $1 and product_id = $2`,
    [me.org_id, product_id],
  )
  const recorded = []
  // The ledger's short path and the long one.
  for (const location_id of [main, undefined, main]) {
    const sale = { product_id, location_id, type: 'out' as const, quantity: 1, reason_code: 'customer_order' as const }
    const { posting_id } = await me.call(createTransaction, sale)
    const { rows } = await app.admin.query<{ at: string }>(
      'select recorded_at as at from stock_postings where id = $1',
      [posting_id],
    )
    recorded.push(rows[0]?.at)
  }
  expect(recorded).toEqual([1, 2, 3].map((n) => `2040-01-01T00:00:00.00000${n}Z`))
})

test('a reader who waits gets an event soon after its commit', async () => {
  const { me, main, product } = await stocked(app)
  const { id: product_id } = await product(1)
  await app.app.sequencer.drain()
  const { newest } = await me.call(readFeed, {})
  const waiting = me.call(readFeed, { after: newest, wait: 20 })
  const { posting_id } = await me.call(createTransaction, { ...entry(product_id, main), type: 'in' })
  const committed = performance.now()
  expect((await waiting).items).toMatchObject([{ number: newest + 1, object_id: posting_id, type: 'stock.posted' }])
  // Usually after 0.2 s. The reader waits for 20 s.
  expect(performance.now() - committed).toBeLessThan(10_000)
})

test('a busy organization is checked a few times a second, however often it posts', async () => {
  const { org_id } = await app.signUp()
  let passes = 0
  const counting: Database = {
    ...app.db,
    transaction(scope, work, options) {
      if (scope?.org_id === org_id) passes += 1
      return app.db.transaction(scope, work, options)
    },
  }
  const sequencer = createSequencer(counting, '', silentLog)
  onTestFinished(() => sequencer.close())
  const begun = performance.now()
  while (performance.now() - begun < 1_500) {
    sequencer.poke(org_id)
    await nextMilliseconds(10)
  }
  expect(passes).toBeGreaterThan(0)
  expect(passes).toBeLessThanOrEqual(6)
})
