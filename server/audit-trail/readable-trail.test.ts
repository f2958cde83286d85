import { expect, test } from 'vitest'
import { deleteAccount } from '../../contract/account.ts'
import { createApiKey } from '../../contract/api-keys.ts'
import {
  countAuditTrail,
  listAuditTrail,
  listAuditUsers,
  readRecordHistory,
  type AuditEntry,
} from '../../contract/audit-trail.ts'
import { kindText } from '../../contract/audit-kinds.ts'
import { createCategory, updateCategory } from '../../contract/categories.ts'
import { readRecentActivity } from '../../contract/dashboard.ts'
import { createInvitation } from '../../contract/invitations.ts'
import { limitMember } from '../../contract/members.ts'
import { createProduct, updateProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createWebhook } from '../../contract/webhooks.ts'
import { program, sharedApp, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

async function pagesOf(who: Client, filters: object = {}): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  let cursor: string | undefined
  do {
    const { items, next } = await who.call(listAuditTrail, { limit: 3, ...filters, ...(cursor ? { cursor } : {}) })
    entries.push(...items)
    cursor = next ?? undefined
  } while (cursor)
  return entries
}

async function withSecrets() {
  const s = await selling(app)
  const { me, shop } = s
  await me.call(createInvitation, { role: 'owner', email: 'partner@secret.example' })
  await me.call(createApiKey, { name: 'Secret exporter', permissions: ['audit.read'] })
  await me.call(createWebhook, {
    name: 'Chat',
    url: 'https://hooks.example.com/services/T000/SECRETTOKEN?x=1',
    nouns: ['product'],
  })
  const viewer = await colleague(app, me, 'viewer')
  await me.call(limitMember, { user_id: viewer.user_id, location_ids: [shop] })
  return { ...s, viewer }
}

test('invitations, API keys, webhooks and member limits are in the trail for those with access', async () => {
  const { me, viewer } = await withSecrets()
  const made = await me.call(createApiKey, { name: 'Reader', permissions: ['audit.read', 'catalogue.read'] })
  const key = program(app.url, { id: made.id, key: made.key ?? '', org_id: me.org_id })
  const secrets = ['partner@secret.example', 'Secret exporter', 'hooks.example.com', 'Shop']
  const filters = [
    {},
    { type: 'members' },
    { type: 'api_keys' },
    { type: 'settings' },
    { action: 'created' },
    { search: 'secret' },
  ] as const
  for (const who of [viewer, key])
    for (const filter of filters) {
      const rows = await pagesOf(who, filter)
      expect([filter, await who.call(countAuditTrail, filter)]).toMatchObject([filter, { count: rows.length }])
      const file = await (await who.fetch(`/api/v1/audit-trail/file?${new URLSearchParams(filter)}`)).text()
      expect(file.trim().split('\r\n')).toHaveLength(rows.length + 1)
      for (const secret of secrets.slice(0, 3)) expect(JSON.stringify(rows) + file).not.toContain(secret)
      const limits = rows.flatMap(({ changes }) => changes).filter(({ field }) => field === 'location_ids')
      expect(limits).toEqual([])
    }
  for (const who of [viewer, key])
    expect(JSON.stringify(await who.call(listAuditUsers, {}))).not.toContain('Secret exporter')
  expect(JSON.stringify(await viewer.call(readRecentActivity, {}))).not.toContain('partner@secret.example')
  for (const row of await pagesOf(me))
    if (['invitations', 'api_keys', 'webhook_endpoints'].includes(row.table_name) && row.subject_id !== null)
      expect(await viewer.call(readRecordHistory, { record_id: row.subject_id })).toMatchObject({ items: [] })

  const all = await pagesOf(me)
  expect((await me.call(countAuditTrail, {})).count).toBe(all.length)
  for (const secret of secrets) expect(JSON.stringify(all)).toContain(secret)
})

test('the trail contains only the host of a webhook address', async () => {
  const { me } = await withSecrets()
  const { rows } = await app.admin.query(`select t::text as row from audit_trail t where org_id = $1`, [me.org_id])
  const everything = rows.map(({ row }: { row: string }) => row).join()
  expect(everything).toContain('https://hooks.example.com')
  expect(everything).not.toContain('SECRETTOKEN')
})

test('the file is newest first, and its rows match the screen', async () => {
  const me = await app.signUp()
  const other = await colleague(app, me, 'admin')
  const leaving = await colleague(app, me, 'admin')
  await leaving.call(createCategory, { name: 'Made by someone who left', color: '#3B82F6' })
  const chai = await me.call(createProduct, { name: 'Chai', sku: 'CH-1', price: 5, cost_price: 3 })
  let drinks = await me.call(createCategory, { name: 'Drinks', color: '#3B82F6' })
  for (let n = 0; n < 12; n++) {
    const who = n % 2 === 0 ? me : other
    await who.call(createTransaction, { product_id: chai.id, type: 'in', quantity: 1, reason_code: 'purchase_order' })
    drinks = await (n % 2 === 0 ? other : me).call(updateCategory, {
      id: drinks.id,
      version: drinks.version,
      name: `Drinks ${n}`,
      color: '#3B82F6',
    })
  }
  const { id, version, sku, price } = chai
  await me.call(updateProduct, { id, version, name: 'Renamed', sku, price, category_id: drinks.id })
  await leaving.call(deleteAccount, { email: leaving.email, password: 'correct horse 42' })
  const rows = await pagesOf(me)
  const file = await (await me.fetch('/api/v1/audit-trail/file')).text()
  const lines = file.trim().split('\r\n').slice(1)
  const cells = lines.map((line) => line.split(','))
  expect(cells.map(([at = '']) => at)).toEqual(
    cells
      .map(([at = '']) => at)
      .toSorted()
      .toReversed(),
  )
  expect(cells.map(([, user, , , type, item, changes]) => [user, type, item, changes?.replaceAll('"', '')])).toEqual(
    rows.map(({ username, user_is_erased, table_name, item_name, summary }) => [
      user_is_erased ? 'Deleted account' : (username ?? ''),
      kindText(table_name),
      item_name ?? '',
      summary.split(',')[0],
    ]),
  )
  expect(cells.map(([, user]) => user)).toContain('Deleted account')
  expect(cells.filter(([, , , , type]) => type === 'Stock').map(([, , , , , item]) => item)).toEqual(
    Array(12).fill('Chai'),
  )
})
