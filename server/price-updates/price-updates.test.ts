import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createImport } from '../../contract/imports.ts'
import {
  applyPriceUpdate,
  fetchFailed,
  fetchPrice,
  listProductPrices,
  readPriceUpdate,
  rejectPriceUpdate,
  type PriceUpdate,
} from '../../contract/price-updates.ts'
import { createProduct, listProducts, readProduct, updateProduct, type Product } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { elsewhere, internet, testRules } from '../platform/outside/testing.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { testApp, type Client } from '../testing/app.ts'

let logged = ''
const log = createLog('info', new Writable({ write: (chunk, _encoding, done) => ((logged += String(chunk)), done()) }))
const app = await testApp({
  outside: testRules({ 'inside.example': [['10.0.0.1']], 'closed.example': [[internet]] }),
  log,
})

const pageOf = (price: string | number, currency = 'USD') =>
  `<script type="application/ld+json">${JSON.stringify({ offers: { price, priceCurrency: currency } })}</script>`

/** A shop with these pages. */
async function shop(html: string | (() => string)): Promise<string> {
  const port = await elsewhere((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(typeof html === 'string' ? html : html())
  })
  return `http://${internet}:${port}/chai`
}

let made = 0
function chai(client: Client, price = 18): Promise<Product> {
  made++
  return client.call(createProduct, { name: 'Chai', sku: `C-${made}`, price, cost_price: 9 })
}

async function suggested(client: Client, product: Product | null, price: string | number = 21.5): Promise<PriceUpdate> {
  const url = await shop(pageOf(price))
  const { priceUpdateId } = await client.call(fetchPrice, { url, productId: product?.id ?? null })
  return client.call(readPriceUpdate, { id: priceUpdateId })
}

test('the address of the requirement returns priceUpdateId, whose row has the price, or an error', async () => {
  const me = await app.signUp()
  const product = await chai(me)
  const url = await shop(pageOf('1,299.00', 'EUR'))
  const ask = (body: unknown, headers: Record<string, string> = {}) =>
    me.fetch('/functions/v1/fetch-price', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const answer = await ask({ url, productId: product.id })
  expect(answer.status).toBe(200)
  const { priceUpdateId } = (await answer.json()) as { priceUpdateId: string }
  expect(await me.call(readPriceUpdate, { id: priceUpdateId })).toMatchObject({
    product_id: product.id,
    url,
    new_price: 1299,
    currency: 'EUR',
    found_in: 'json_ld',
    status: 'pending',
    closed_at: null,
  })
  // A suggestion changes nothing by itself.
  expect(await me.call(readProduct, { id: product.id })).toMatchObject({ price: 18, version: 1 })

  const failed = await ask({ url: await shop('<p>Sold out</p>'), productId: product.id })
  expect([failed.status, await failed.json()]).toEqual([
    422,
    {
      error: {
        code: 'price_not_fetched',
        message: fetchFailed,
        fields: { url: fetchFailed },
        request_id: expect.any(String),
      },
    },
  ])
  expect((await ask({ url, productId: product.id }, { authorization: 'Bearer x' })).status).toBe(401)
})

test('invalid input is refused beside its field, and nothing is fetched', async () => {
  const me = await app.signUp()
  let asked = 0
  const url = await shop(() => `${++asked}`)
  for (const [input, field, sentence] of [
    [{ url: '' }, 'url', 'Please enter a valid URL'],
    [{}, 'url', 'Please enter a valid URL'],
    [{ url: null }, 'url', 'Please enter a valid URL'],
    [{ url: 'ftp://example.com' }, 'url', 'Please enter a valid URL'],
    [{ url: 'file:///etc/passwd' }, 'url', 'Please enter a valid URL'],
    [{ url: 'javascript:alert(1)' }, 'url', 'Please enter a valid URL'],
    [{ url: 'https://a\0b' }, 'url', 'Please enter a valid URL'],
    [{ url: `https://example.com/${'a'.repeat(10_000)}` }, 'url', 'Please enter a valid URL'],
    [{ url: 7 }, 'url', 'Must be text'],
    [{ url, productId: 'chai' }, 'productId', 'This ID isn’t valid'],
    [{ url, user_id: newId() }, 'user_id', 'Unknown field'],
  ] as const) {
    const refused = await me.refused(fetchPrice, input)
    expect([input, refused.status, refused.fields]).toEqual([input, 422, { [field]: sentence }])
  }
  await app.admin.query(`update members set role = 'viewer' where user_id = $1`, [me.user_id])
  expect((await me.refused(fetchPrice, { url })).code).toBe('forbidden')
  expect(asked).toBe(0)
})

test('every failure outside returns the same message after the same time; only the log has the reason', async () => {
  const refusing = await elsewhere((request) => request.socket.destroy())
  const urls = [
    'http://127.0.0.1/',
    'http://10.0.0.1:8080/',
    'http://inside.example/',
    'http://nowhere.example/',
    'http://closed.example:9/',
    `http://closed.example:${refusing}/`,
    await shop('<p>No price</p>'),
  ]
  // One person each: no one waits for a slot.
  const people = await Promise.all(urls.map(() => app.signUp()))
  const answers = await Promise.all(
    urls.map(async (url, index) => {
      const begin = performance.now()
      const { status, code, message, fields } = await people[index]!.refused(fetchPrice, { url })
      return { answer: { status, code, message, fields }, ms: performance.now() - begin }
    }),
  )
  for (const { answer, ms } of answers) {
    expect(answer).toEqual({
      status: 422,
      code: 'price_not_fetched',
      message: fetchFailed,
      fields: { url: fetchFailed },
    })
    expect(ms).toBeGreaterThan(990)
    // No one waits for a page that doesn't respond.
    expect(ms).toBeLessThan(30_000)
  }
  for (const reason of ['the address 127.0.0.1', 'the address 10.0.0.1', 'an unknown name', 'port 9'])
    expect(logged).toContain(reason)
  expect(JSON.stringify(answers)).not.toMatch(/10\.0\.0|unknown|port/)
  const { rows } = await app.admin.query('select from price_updates where user_id = any ($1)', [
    people.map(({ user_id }) => user_id),
  ])
  expect(rows).toEqual([])
})

test('with a hundred at once, an organization has two slots, waits at most three seconds, and holds up no one else', async () => {
  const [busy, calm] = [await app.signUp(), await app.signUp()]
  let [now, most] = [0, 0]
  const othersAnswered = Promise.withResolvers<void>()
  const port = await elsewhere(async (_request, response) => {
    most = Math.max(most, ++now)
    await othersAnswered.promise
    now--
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(5))
  })
  const url = `http://${internet}:${port}/`
  const quick = await shop(pageOf(7))
  const begin = performance.now()
  const rush = Promise.allSettled(Array.from({ length: 100 }, () => busy.call(fetchPrice, { url })))
  // The pages of the rush respond only after both of these.
  await Promise.all([calm.call(fetchPrice, { url: quick }), busy.call(listProducts, {})])
  othersAnswered.resolve()
  const answers = await rush
  const took = performance.now() - begin
  const done = answers.filter(({ status }) => status === 'fulfilled').length
  expect(most).toBe(2)
  expect(done).toBeGreaterThanOrEqual(2)
  expect(answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))).toEqual(
    Array.from({ length: 100 - done }, () => 'too_many_requests'),
  )
  // Three seconds on a quiet machine.
  expect(took).toBeLessThan(30_000)
})

test("apply makes it the product's price, for fifty at once as for one", async () => {
  const me = await app.signUp()
  const product = await chai(me)
  const { id } = await suggested(me, product, 21.499)
  const answers = await Promise.all(Array.from({ length: 50 }, () => me.call(applyPriceUpdate, { id })))
  expect(new Set(answers.map(({ status, new_price, closed_at }) => `${status} ${new_price} ${closed_at}`)).size).toBe(1)
  const first = answers.filter(({ product: change }) => change?.version_before !== change?.version)
  expect(first.map(({ product: change }) => change)).toEqual([
    { id: product.id, price: 21.5, version_before: 1, version: 2 },
  ])
  expect(await me.call(readProduct, { id: product.id })).toMatchObject({ price: 21.5, cost_price: 9, version: 2 })
  const { items } = await me.call(listProductPrices, { product_id: product.id })
  expect(items.map(({ price, source }) => [price, source])).toEqual([
    [21.5, 'fetched'],
    [18, 'typed'],
  ])
  const audited = await app.admin.query<{ action: string }>(
    `select action from audit_trail where org_id = $1 and record_id = $2 order by id`,
    [me.org_id, id],
  )
  expect(audited.rows.map(({ action }) => action)).toEqual(['INSERT', 'UPDATE'])
  await expectSound(app)
})

test('when fifty people apply and reject at once, one side wins for good', async () => {
  const me = await app.signUp()
  const product = await chai(me)
  const { id } = await suggested(me, product)
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) => me.call(n % 2 ? applyPriceUpdate : rejectPriceUpdate, { id })),
  )
  const { status } = await me.call(readPriceUpdate, { id })
  const winners = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.status] : []))
  expect(winners).toEqual(Array.from({ length: 25 }, () => status))
  const losers = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.body.error] : []))
  expect(losers[0]).toMatchObject({
    code: 'conflict',
    message: `This price was already ${status}.`,
    details: { status },
  })
  expect(losers).toHaveLength(25)
  const after = await me.call(readProduct, { id: product.id })
  expect([after.price, after.version]).toEqual(status === 'applied' ? [21.5, 2] : [18, 1])
})

test("the same for a product that isn't saved yet", async () => {
  const me = await app.signUp()
  const { id } = await suggested(me, null)
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => me.call(n % 2 ? applyPriceUpdate : rejectPriceUpdate, { id })),
  )
  const losers = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
  expect(losers).toEqual(Array.from({ length: 10 }, () => 'conflict'))
})

test('concurrent suggestions for one product run one after another: each sees the version it changed', async () => {
  const me = await app.signUp()
  const product = await chai(me)
  const updates = await Promise.all(Array.from({ length: 10 }, (_, n) => suggested(me, product, 30 + n)))
  const applied = await Promise.all(updates.map(({ id }) => me.call(applyPriceUpdate, { id })))
  const versions = applied.map(({ product: change }) => [change?.version_before ?? 0, change?.version ?? 0])
  expect(versions.sort(([a = 0], [b = 0]) => a - b)).toEqual(Array.from({ length: 10 }, (_, n) => [n + 1, n + 2]))
})

test('reject returns the stored price and changes none; repeating it has no further effect', async () => {
  const me = await app.signUp()
  const product = await chai(me, 17.25)
  const { id } = await suggested(me, product)
  const rejected = await me.call(rejectPriceUpdate, { id })
  expect(rejected).toMatchObject({ status: 'rejected', product_price: 17.25 })
  expect(await me.call(rejectPriceUpdate, { id })).toEqual(rejected)
  expect((await me.refused(applyPriceUpdate, { id })).status).toBe(409)
  expect((await me.call(listProductPrices, { product_id: product.id })).items).toHaveLength(1)
})

test('applying the current price adds no version and no history', async () => {
  const me = await app.signUp()
  const product = await chai(me, 21.5)
  const { id } = await suggested(me, product, 21.5)
  expect(await me.call(applyPriceUpdate, { id })).toMatchObject({
    status: 'applied',
    product: { version_before: 1, version: 1 },
  })
  expect((await me.call(listProductPrices, { product_id: product.id })).items).toHaveLength(1)
})

test("a product that isn't saved yet can have a suggestion; deleting a product deletes its suggestions", async () => {
  const me = await app.signUp()
  const loose = await suggested(me, null)
  expect(loose.product_id).toBeNull()
  expect(await me.call(applyPriceUpdate, { id: loose.id })).toMatchObject({ status: 'applied', product: null })
  const product = await chai(me)
  const kept = await suggested(me, product)
  await me.call(applyPriceUpdate, { id: kept.id })
  expect(await me.call(deleteProduct, { id: product.id })).toMatchObject({ outcome: 'deleted' })
  expect((await me.refused(readPriceUpdate, { id: kept.id })).status).toBe(404)
})

test('an archived product keeps its price', async () => {
  const me = await app.signUp()
  const product = await me.call(createProduct, { name: 'Chang', sku: 'A-1', price: 19, stock_quantity: 1 })
  const { id } = await suggested(me, product)
  const { name, sku, price, version } = product
  await me.call(updateProduct, { id: product.id, version, name, sku, price, stock_quantity: { from: 1, to: 0 } })
  await me.call(deleteProduct, { id: product.id })
  expect((await me.refused(applyPriceUpdate, { id })).code).toBe('product_archived')
})

test("neither the function nor a suggestion reaches another organization's data", async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const theirs = await chai(other)
  const update = await suggested(other, theirs)
  let asked = 0
  const url = await shop(() => pageOf(++asked))
  for (const productId of [theirs.id, newId()])
    expect((await me.refused(fetchPrice, { url, productId })).code).toBe('not_found')
  expect(asked).toBe(0)
  for (const endpoint of [readPriceUpdate, applyPriceUpdate, rejectPriceUpdate]) {
    const [foreign, unknown] = [
      await me.refused(endpoint, { id: update.id }),
      await me.refused(endpoint, { id: newId() }),
    ]
    expect([foreign.status, foreign.message]).toEqual([404, unknown.message])
  }
  for (const product_id of [theirs.id, newId()]) {
    expect((await me.refused(listProductPrices, { product_id })).status).toBe(404)
  }
  expect(await other.call(readPriceUpdate, { id: update.id })).toMatchObject({ status: 'pending' })
})

test("the history shows a product's costs and prices with their start, and who changed them how", async () => {
  const me = await app.signUp()
  const imported = { name: 'Chai', sku: 'H-1', price: 10, cost_price: 4 }
  await me.call(createImport, { products: [imported], categories: [], transactions: [] })
  const [product] = (await me.call(listProducts, {})).items
  if (!product) throw new Error('the import made no product')
  const { id, name, sku, version } = product
  await me.call(updateProduct, { id, version, name, sku, price: 10, cost_price: 5 })
  const update = await suggested(me, { ...product, id } as unknown as Product, 12)
  await me.call(applyPriceUpdate, { id: update.id })
  const { items, next } = await me.call(listProductPrices, { product_id: id })
  const common = { user_reference: me.email.split('@')[0], is_own: true }
  expect(items).toMatchObject([
    { price: 12, cost_price: 5, source: 'fetched', url: update.url, ...common },
    { price: 10, cost_price: 5, source: 'typed', url: null, ...common },
    { price: 10, cost_price: 4, source: 'imported', url: null, ...common },
  ])
  expect(next).toBeNull()
  expect(items.map(({ valid_from }) => valid_from)).toEqual(
    items
      .map(({ valid_from }) => valid_from)
      .sort()
      .toReversed(),
  )
  const first = await me.call(listProductPrices, { product_id: id, limit: 2 })
  const second = await me.call(listProductPrices, { product_id: id, limit: 2, cursor: first.next ?? '' })
  expect([...first.items, ...second.items]).toEqual(items)
})
