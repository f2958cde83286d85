import { expect, test } from 'vitest'
import { feedNouns } from '../../contract/feed.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createWebhook } from '../../contract/webhooks.ts'
import type { Database } from '../platform/db.ts'
import { silentLog } from '../platform/log.ts'
import { testApp, testSecrets } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'
import { createDeliverer, type Send } from './deliverer.ts'

// The app's own deliverer sends nothing: the ones in this test send, and die.
const app = await testApp()

class Killed extends Error {}

/**
 * A process that dies at the nth point: before a transaction, after its commit and before its result is used, before or
 * after a request is sent. From then on it does nothing.
 */
function dyingAt(point: number, arrived: string[]) {
  let passed = 0
  let isDead = false
  const pass = () => {
    if (!isDead && ++passed === point) isDead = true
    if (isDead) throw new Killed()
  }
  const db: Database = {
    ...app.db,
    async transaction(scope, work, options) {
      pass()
      const result = await app.db.transaction(scope, work, options)
      pass()
      return result
    },
  }
  const send: Send = async (_url, headers) => {
    pass()
    arrived.push(headers['webhook-id'] ?? '')
    pass()
    return { status: 200, failure: null }
  }
  return { db, send, diedHere: () => isDead }
}

const never = { onNumbered: () => () => {} }

test('a process that is killed at any step records each event exactly once and delivers it at least once, each repeat with the same id', async () => {
  const { me, main, product } = await stocked(app)
  const { id: product_id } = await product(500)
  await app.app.sequencer.drain()
  const url = 'http://receiver.example/'
  const { id } = await me.call(createWebhook, { name: 'Shop', url, nouns: [...feedNouns] })
  // Only the processes of this test process it.
  await app.app.deliverer.close()
  let deaths = 0
  for (let point = 1; ; point++) {
    const arrived: string[] = []
    const { rows: before } = await app.admin.query<{ newest: number }>(
      'select newest from feed_state where org_id = $1',
      [me.org_id],
    )
    for (let n = 0; n < 2; n++) {
      await me.call(createTransaction, {
        product_id,
        location_id: main,
        type: 'out',
        quantity: 1,
        reason_code: 'customer_order',
      })
    }
    await app.app.sequencer.drain()
    const services = { secrets: testSecrets, siteUrl: 'http://localhost', log: silentLog, outbox: app.app.outbox }
    const dying = dyingAt(point, arrived)
    const first = createDeliverer({ ...services, ...dying }, never)
    await first.drain()
    await first.drain()
    await first.close()
    if (dying.diedHere()) deaths++
    await app.admin.query('update webhook_deliveries set due_at = now() where delivered_at is null')
    const second = createDeliverer({ ...services, ...dyingAt(Infinity, arrived) }, never)
    await second.drain()
    await second.drain()
    await second.close()

    const start = before[0]?.newest ?? 0
    const expected = [start + 1, start + 2].map((number) => `${me.org_id}_${number}`)
    expect([point, new Set(arrived)]).toEqual([point, new Set(expected)])
    const { rows } = await app.admin.query(
      `select number, delivered_at is not null as delivered from webhook_deliveries
       where endpoint_id = $1 and number > $2 order by number`,
      [id, start],
    )
    expect([point, rows]).toEqual([
      point,
      [
        { number: start + 1, delivered: true },
        { number: start + 2, delivered: true },
      ],
    ])
    if (!dying.diedHere()) break
  }
  // Reading, claiming, sending and recording, each before and after.
  expect(deaths).toBeGreaterThanOrEqual(8)
})
