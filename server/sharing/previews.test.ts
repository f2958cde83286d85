import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { opened } from './testing.ts'

/** While true, the server gets no response from its database. */
let noDatabase = false
const app = await testApp({
  database: (db) => ({
    ...db,
    transaction: (...given) =>
      noDatabase ? Promise.reject(new Error('the database was asked')) : db.transaction(...given),
  }),
})

const panel = (title: string, text: string) => new RegExp(`<h2>${title}</h2>\\s*<p class="empty">${text}</p>`)

test('the customer preview has three fixed products, a search, empty panels, and counters at 0, for anyone', async () => {
  const { status, body } = await opened(app, '/customer/preview')
  expect(status).toBe(200)
  expect(body).toContain('Featured Products')
  expect([...body.matchAll(/<li class="card tile">/g)]).toHaveLength(3)
  expect(body).toMatch(/<input[^>]*type="search"/)
  expect(body).toMatch(panel('Recent Orders', 'No recent orders'))
  expect(body).toMatch(panel('Recommendations', 'No recommendations yet'))
  expect(body).toMatch(/Wishlist <strong>0<\/strong>/)
  expect(body).toMatch(/Cart <strong>0<\/strong>/)
})

test('its search lists the products that contain the text, and shows it as text', async () => {
  const { body } = await opened(app, '/customer/preview?search=LAMP')
  expect([...body.matchAll(/<li class="card tile">/g)]).toHaveLength(1)
  const hostile = await opened(app, `/customer/preview?search=${encodeURIComponent('"><script>')}`)
  expect(hostile.body).toContain('No products found')
  expect(hostile.body).toContain('value="&quot;&gt;&lt;script&gt;"')
  for (const query of ['search=a&search=b', 'search[]=a', `search=${'x'.repeat(5_000)}`])
    expect((await opened(app, `/customer/preview?${query}`)).status).toBe(200)
})

test('the supplier preview has its fixed figures with their changes, empty panels, and its two buttons, for anyone', async () => {
  const { status, body } = await opened(app, '/supplier/preview')
  expect(status).toBe(200)
  const stats = [...body.matchAll(/<dt>([^<]+)<\/dt>\s*<dd><strong>([^<]+)<\/strong><span class="quiet">([^<]+)</g)]
  expect(stats.map(([, label, value]) => [label, value])).toEqual([
    ['Active Products', '24'],
    ['Pending Orders', '8'],
    ['Monthly Revenue', '$12,450'],
    ['New Messages', '5'],
  ])
  expect(stats.every(([, , , change]) => /\d/.test(change ?? ''))).toBe(true)
  expect(body).toMatch(panel('Recent Orders', 'No recent orders'))
  expect(body).toMatch(panel('Inventory Alerts', 'No inventory alerts'))
  expect(body).toMatch(/<a [^>]*href="\/supplier\/products\/new"[^>]*>Add New Product</)
  expect(body).toMatch(/<a [^>]*href="\/supplier\/profile"[^>]*>Settings</)
})

test("the previews make no calls: they have no script, load a style sheet, and don't use the database", async () => {
  for (const path of ['/customer/preview', '/supplier/preview']) {
    const { body, headers } = await opened(app, path)
    expect(body).not.toMatch(/<script|\sstyle=|\son\w+=/i)
    expect(
      [...body.matchAll(/<(?:link|img|script|iframe)\b[^>]*(?:href|src)="([^"?]+)/g)].map(([, url]) => url),
    ).toEqual(['/icon.svg', '/sharing/pages.css'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  noDatabase = true
  try {
    for (const path of ['/customer/preview', '/customer/preview?search=LAMP', '/supplier/preview'])
      expect([path, (await opened(app, path)).status]).toEqual([path, 200])
    // In the meantime, a page that does read its order fails.
    expect((await opened(app, `/customer/${'x'.repeat(43)}`)).status).toBe(500)
  } finally {
    noDatabase = false
  }
})

test('the addresses of the supplier preview’s buttons are screens, never read as links', async () => {
  for (const path of ['/supplier/profile', '/supplier/products/new']) {
    const { status, headers } = await opened(app, path)
    // Without a built web app there are no screens: these addresses respond like any other screen.
    expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'application/json; charset=utf-8'])
  }
})
