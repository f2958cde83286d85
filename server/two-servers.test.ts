import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createApiKey, revokeApiKey } from '../contract/api-keys.ts'
import { createCategory, listCategories } from '../contract/categories.ts'
import { uploadFile } from '../contract/files.ts'
import { uploadImportFile } from '../contract/import-files.ts'
import { createImport } from '../contract/imports.ts'
import { acceptInvitation, createInvitation } from '../contract/invitations.ts'
import { changeMemberRole, removeMember } from '../contract/members.ts'
import { createProduct, listProducts } from '../contract/products.ts'
import { createTransaction } from '../contract/transactions.ts'
import { picture } from './files/testing.ts'
import { newId } from './platform/ids.ts'
import { openDatabase } from './platform/db.ts'
import { silentLog } from './platform/log.ts'
import { type Client, program, signIn, testApp } from './testing/app.ts'
import { colleague, secretOf } from './testing/colleagues.ts'
import { browserTab, goodPassword, identityServer, post, sessionOf, testIdentityConfig } from './testing/identity.ts'
import { newAddress } from './testing/new-address.ts'
import { stocked } from './testing/stocked.ts'
import { retryWhileInProgress, times, together } from './testing/together.ts'
import { whenOver } from './testing/when-over.ts'

// Two servers on one database and one folder of pictures, each with its own connections and memory: what is done with
// one is immediately true on the other.

const app = await testApp()
const db = openDatabase(app.connection, silentLog, { patience: 10 })
const other = await identityServer({}, { filesDir: app.filesDir }, { ...app, db })
whenOver(() => db.close())

/** The same person at the other server. */
const there = ({ user_id, access_token, org_id }: Client): Client =>
  program(other.url, { id: user_id, key: access_token, org_id }).in(org_id)

test('a person who signs in at one server works at both, until they sign out at one', async () => {
  const me = await app.signUp()
  await me.call(createCategory, { name: 'Bolts', color: '#10B981' })
  await there(me).call(createCategory, { name: 'Nuts', color: '#10B981' })
  for (const one of [me, there(me)])
    expect((await one.call(listCategories, {})).items.map(({ name }) => name)).toEqual(['Bolts', 'Nuts'])
  const second = await signIn(other.url, me.email)
  expect((await post(app.url, '/logout?scope=global', {}, { authorization: `Bearer ${me.access_token}` })).status).toBe(
    204,
  )
  for (const one of [me, there(me), second])
    expect(await one.refused(listCategories, {})).toMatchObject({ status: 401, code: 'session_not_found' })
})

test('tabs that refresh the same token at both servers get the same one', async () => {
  const tab = browserTab(app.url)
  const { refresh_token } = sessionOf(await tab.signUp({ email: newAddress(), password: goodPassword }))
  const answers = await Promise.all(
    times(8, (n) => post([app.url, other.url][n % 2] ?? '', '/token?grant_type=refresh_token', { refresh_token })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ body }) => body['refresh_token'])).size).toBe(1)
})

test('wrong passwords at both servers count together', async () => {
  const strict = { passwordByAccount: { burst: 4, count: 4, seconds: 300 } }
  const [one, two] = await Promise.all(
    [app.db, db].map((own) =>
      identityServer(
        { rates: { ...testIdentityConfig.rates, ...strict } },
        { filesDir: app.filesDir },
        { ...app, db: own },
      ),
    ),
  )
  const statuses: number[] = []
  for (const [n, email] of Array(6).fill(newAddress()).entries())
    statuses.push(
      (await post([one, two][n % 2]?.url ?? '', '/token?grant_type=password', { email, password: 'x' })).status,
    )
  expect(statuses).toEqual([400, 400, 400, 400, 429, 429])
})

test('a picture that is uploaded at one server is shown by the other', async () => {
  const me = await app.signUp()
  const file = new Uint8Array(await picture())
  const { address } = await me.call(uploadFile, { folder: 'product-images', file })
  const shown = await there(me).fetch(address)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('a command that is sent to both servers with one key at the same moment is carried out once', async () => {
  const { me, product, stock } = await stocked(app)
  const { id: product_id } = await product(100)
  for (const attempt of times(5, (n) => n)) {
    const key = newId()
    const take = (who: Client) =>
      retryWhileInProgress(() =>
        who.call(
          createTransaction,
          { product_id, type: 'out', quantity: 1, reason_code: 'customer_order' },
          { idempotencyKey: key },
        ),
      )
    const answers = await Promise.all(times(6, (n) => take(n % 2 === 0 ? me : there(me))))
    expect(new Set(answers.map(({ posting_id }) => posting_id)).size).toBe(1)
    expect((await stock(product_id)).on_hand).toBe(99 - attempt)
  }
})

test('the last units are taken once, whichever server is asked', async () => {
  const { me, product, stock } = await stocked(app)
  const { id: product_id } = await product(10)
  const take = (who: Client) => () =>
    who.call(createTransaction, { product_id, type: 'out', quantity: 1, reason_code: 'customer_order' })
  const { done, refused } = await together(times(30, (n) => take(n % 2 === 0 ? me : there(me))))
  expect([done.length, refused.length, (await stock(product_id)).on_hand]).toEqual([10, 20, 0])
})

test('a change of role or a removal at one server takes effect at the other with the next request', async () => {
  const owner = await app.signUp()
  const member = await colleague(app, owner, 'staff')
  const category = (name: string) => there(member).call(createCategory, { name, color: '#10B981' })
  await category('First')
  await owner.call(changeMemberRole, { user_id: member.user_id, role: 'viewer' })
  expect(await there(member).refused(createCategory, { name: 'Second', color: '#10B981' })).toMatchObject({
    code: 'forbidden',
  })
  expect((await there(member).call(listCategories, {})).items).toHaveLength(1)
  await owner.call(removeMember, { user_id: member.user_id })
  expect(await there(member).refused(listCategories, {})).toMatchObject({ status: 404, code: 'not_found' })
})

test('an API key, an invitation and an uploaded workbook of one server are used at the other', async () => {
  const me = await app.signUp()
  const { id, key } = await me.call(createApiKey, { name: 'Shop', permissions: ['catalogue.read'] })
  const shop = program(other.url, { id, key: key ?? '', org_id: me.org_id })
  expect((await shop.call(listProducts, {})).items).toEqual([])
  await me.call(revokeApiKey, { id })
  expect(await shop.refused(listProducts, {})).toMatchObject({ status: 401, code: 'api_key_not_valid' })

  const { link } = await me.call(createInvitation, { role: 'staff' })
  const joining = await signIn(other.url, (await app.signUp()).email)
  await joining.call(acceptInvitation, { secret: secretOf(link) })
  expect((await joining.in(me.org_id).call(listProducts, {})).items).toEqual([])

  const file = new TextEncoder().encode('name,sku,price\nBolt,B-1,2\n')
  const { id: import_file_id } = await me.call(uploadImportFile, { file_name: 'products.csv', file })
  await there(me).call(createImport, { import_file_id })
  expect((await me.call(listProducts, {})).items.map(({ sku }) => sku)).toEqual(['B-1'])
})

test('a screen at one server learns what changed at the other', async () => {
  const me = await app.signUp()
  const headers = { authorization: `Bearer ${me.access_token}` }
  const request = get(`${other.url}/api/v1/events`, { agent: false, headers })
  onTestFinished(() => void request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  response.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await expect.poll(() => text).toContain('event: ready')
  await me.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 1 })
  await expect.poll(() => text, { timeout: 10_000 }).toContain('"products"')
})
