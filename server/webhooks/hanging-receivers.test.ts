import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { createWebhook } from '../../contract/webhooks.ts'
import { silentLog } from '../platform/log.ts'
import type { Sent } from '../platform/outside/send.ts'
import { testApp, testSecrets } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'
import { createDeliverer, type Send } from './deliverer.ts'

// The app's own deliverer sends nothing: the one in this test does.
const app = await testApp()

async function hooked(url: string, webhooks: number) {
  const { me, product } = await stocked(app)
  for (let n = 0; n < webhooks; n++) await me.call(createWebhook, { name: `Shop ${n}`, url, nouns: ['product'] })
  return { happen: () => product(0) }
}

test('receivers that never respond, however many events they get, leave slots to others', async () => {
  await app.app.deliverer.close()
  const perCompany = limits.webhooksAtOncePerOrganization
  const hanging: { happen: () => Promise<unknown> }[] = []
  for (let n = 0; n < limits.webhooksAtOnce / perCompany; n++)
    hanging.push(await hooked('http://hangs.example/', perCompany))
  const healthy = await hooked('http://healthy.example/', 1)

  const unanswered: ((sent: Sent) => void)[] = []
  let arrived = 0
  const send: Send = (url) => {
    if (url.includes('hangs')) return new Promise((resolve) => unanswered.push(resolve))
    arrived += 1
    return Promise.resolve({ status: 200, failure: null })
  }
  const soon = { timeout: 30_000 }
  const eventOfEach = async () => {
    for (const { happen } of hanging) await happen()
    await app.app.sequencer.drain()
  }
  const services = { db: app.db, secrets: testSecrets, siteUrl: 'http://localhost', log: silentLog, send }
  const never = { onNumbered: () => () => {} }
  const deliverer = createDeliverer({ ...services, outbox: app.app.outbox }, never)

  await eventOfEach()
  deliverer.poke()
  await expect.poll(() => unanswered.length, soon).toBe(limits.webhooksAtOnce)
  await healthy.happen()
  // New events keep arriving for those that hang, whenever their requests time out.
  for (let round = 0; round < 10 && arrived === 0; round++) {
    await eventOfEach()
    for (const timeOut of unanswered.splice(0)) timeOut({ status: null, failure: 'timeout' })
    await expect.poll(() => arrived > 0 || unanswered.length >= limits.webhooksAtOnce - perCompany, soon).toBe(true)
  }
  expect(arrived).toBe(1)

  const closed = deliverer.close()
  const answering = setInterval(() => {
    for (const timeOut of unanswered.splice(0)) timeOut({ status: null, failure: 'timeout' })
  }, 20)
  await closed
  clearInterval(answering)
})
