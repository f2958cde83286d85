import { expect, test } from 'vitest'
import { createTransaction } from '../contract/transactions.ts'
import { createWebhook } from '../contract/webhooks.ts'
import { elsewhere, internet, testRules } from './platform/outside/testing.ts'
import { testApp } from './testing/app.ts'
import { testDatabase } from './testing/database.ts'
import { goodPassword, identityServer, mailedServer, post } from './testing/identity.ts'
import { newAddress } from './testing/new-address.ts'
import { stocked } from './testing/stocked.ts'

// The tests start a second server on the same database, which sends what the first one must leave.

test('a server with OUTGOING=off sends no email; it waits for a server that may send it', async () => {
  const database = await testDatabase()
  const off = await mailedServer({}, { outgoing: false }, database)
  const email = newAddress()
  expect((await post(off.url, '/signup', { email, password: goodPassword })).status).toBe(200)
  expect(await off.mailsTo(email)).toBe(0)
  const on = await mailedServer({}, {}, database)
  expect(await on.mailsTo(email)).toBe(1)
})

test('a server with OUTGOING=off calls no webhook; its events wait for a server that may send them', async () => {
  let received = 0
  const port = await elsewhere((_request, response) => {
    received++
    response.end()
  })
  const outside = testRules({ 'receiver.example': [[internet]] })
  const off = await testApp({ outside, outgoing: false })
  const s = await stocked(off)
  const { id: product_id } = await s.product(5)
  await off.app.sequencer.drain()
  const url = `http://receiver.example:${port}/hook`
  await s.me.call(createWebhook, { name: 'Shop', url, nouns: ['stock'] })
  await s.me.call(createTransaction, { product_id, location_id: s.main, type: 'adjustment', quantity: 1 })
  await off.app.sequencer.drain()
  await off.app.deliverer.drain()
  expect(received).toBe(0)
  await identityServer({}, { outside }, off)
  await expect.poll(() => received, { timeout: 30_000 }).toBe(1)
})
