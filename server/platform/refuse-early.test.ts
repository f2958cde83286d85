import { expect, test } from 'vitest'
import type { ErrorBody } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { addressOf } from '../../contract/endpoint.ts'
import { updateStock } from '../../contract/stock-updates.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { testApp } from '../testing/app.ts'
import { metricsToken, scrape } from '../testing/metrics.ts'
import { stocked } from '../testing/stocked.ts'
import { times } from '../testing/together.ts'
import { createLog } from './log.ts'

const lines: { refused?: number; status?: number }[] = []
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
const app = await testApp({ log, groupPatience: 1, metricsToken })
const unavailable = async () => (await scrape(app)).value('onhand_http_unavailable_total') ?? 0

const addresses = [createTransaction, updateStock].map(addressOf)

test.for(addresses)(
  'an overloaded server refuses commands before anything else, with the same headers and body, and counts them in its log: %s',
  async (address) => {
    const { me, main, product } = await stocked(app)
    const { id: product_id } = await product(0)
    const entry = { location_id: main, type: 'in', reason_code: 'other', notes: 'one more', quantity: 1 }
    const path = address.replace(':product_id', product_id)
    const body = JSON.stringify(path === address ? { product_id, ...entry } : entry)
    const headers = { 'content-type': 'application/json' }
    const post = (more: Record<string, string> = {}) =>
      me.fetch(path, { method: 'POST', headers: { ...headers, ...more }, body })

    // Each group takes so long that a few hundred requests are too many.
    await app.admin.query(`
    create or replace function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.15); return null; end $$;
    create or replace trigger slow after insert on stock_postings for each statement execute function slow()`)
    // Now the server knows how long a command takes.
    const [accepted] = await Promise.all(times(2 * limits.groupMembersBeside, () => post()))
    expect(accepted?.status).toBe(201)
    lines.length = 0
    const before = await unavailable()

    const flood = times(5 * limits.groupMembers, async () => [await post(), await post()])
    const [foreign, stranger] = await Promise.all([
      post({ 'onhand-organization': crypto.randomUUID() }),
      fetch(app.url + path, { method: 'POST', headers, body }),
    ])
    const responses = (await Promise.all(flood)).flat()
    const refused = responses.filter(({ status }) => status === 503)
    expect(responses.filter(({ status }) => status === 201).length + refused.length).toBe(responses.length)
    // Being busy is no reason to skip the other checks.
    expect([foreign.status, stranger.status]).toEqual([404, 401])

    // Some were refused later, when they had already waited: they have lines of their own.
    await expect.poll(counted).toBe(refused.length)
    expect(lines.some((line) => (line.refused ?? 0) > 0)).toBe(true)
    expect((await unavailable()) - before).toBe(refused.length)

    const sample = refused.at(-1) ?? Response.error()
    const { error } = (await sample.json()) as ErrorBody
    expect(error).toMatchObject({ code: 'busy', message: expect.stringContaining('Try again in a moment.') })
    const usual = { ...Object.fromEntries(accepted?.headers ?? []), 'retry-after': '1', 'cache-control': 'no-store' }
    const own = ['date', 'content-length', 'onhand-role', 'connection', 'keep-alive', 'vary']
    for (const [name, value] of Object.entries(usual))
      if (!own.includes(name)) expect({ [name]: sample.headers.get(name) }).toEqual({ [name]: value })
  },
)

const counted = () => lines.reduce((sum, { refused = 0, status }) => sum + (status === 503 ? 1 : refused), 0)
