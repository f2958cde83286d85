import sharp from 'sharp'
import { expect, test } from 'vitest'
import { listAuditTrail } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import { readLogo, removeLogo, saveLogo } from '../../contract/logos.ts'
import { mailSalesOrder } from '../../contract/sales-mails.ts'
import { readSettings } from '../../contract/settings.ts'
import { claimedPng, photo, picture } from '../files/testing.ts'
import { newId } from '../platform/ids.ts'
import type { Mail } from '../platform/mail.ts'
import { opened, sharedPath } from '../sharing/testing.ts'
import { type Client, testApp } from '../testing/app.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { selling } from '../testing/selling.ts'

const sent: Mail[] = []
const app = await testApp({
  accountMailer: null,
  mailer: { send: async (mail) => void sent.push(mail), deliver: async () => 'sent' },
})

const save = (client: Client, file: Uint8Array, more?: { org_id: string }) =>
  client.call(saveLogo, { file: new Uint8Array(file) }, more)

async function kept(client: Client): Promise<Buffer> {
  const { logo } = await client.call(readLogo, {})
  return Buffer.from(logo?.data_url.replace('data:image/png;base64,', '') ?? '', 'base64')
}

test('a logo is stored as a PNG of its pixels, no larger than documents show it, until it is replaced or removed', async () => {
  const me = await app.signUp()
  expect(await me.call(readLogo, {})).toEqual({ logo: null })
  const saved = await save(me, await picture('png', 2_000, 1_000))
  expect(saved.logo).toMatchObject({ width: 480, height: limits.logoHeight })
  expect(await sharp(await kept(me)).metadata()).toMatchObject({ format: 'png', width: 480, height: 240 })
  expect((await save(me, await picture('jpeg', 50, 20))).logo).toMatchObject({ width: 50, height: 20 })
  expect(await me.call(removeLogo, {})).toEqual({ logo: null })
  expect(await me.call(readLogo, {})).toEqual({ logo: null })
})

test('only the pixels of a photo are stored: not who took it, nor where', async () => {
  const me = await app.signUp()
  expect((await save(me, await photo())).logo).toMatchObject({ width: 40, height: 80 })
  expect((await sharp(await kept(me)).metadata()).exif).toBeUndefined()
  expect((await kept(me)).toString('latin1')).not.toContain('Secret')
})

test.for<[string, () => Buffer | Promise<Buffer>]>([
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF', () => Buffer.from('%PDF-1.7\n')],
  ['a WebP', () => picture('webp')],
  ['half a PNG', async () => (await picture('png', 300, 300)).subarray(0, 200)],
  ['the head of a PNG and a page', () => Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
  ['a PNG that claims 400 million pixels', () => claimedPng(20_000, 20_000)],
  ['a PNG that claims a very long side', () => claimedPng(30_000, 1)],
])('%s is refused as a logo', async ([, make]) => {
  const me = await app.signUp()
  const refusal = await me.refused(saveLogo, { file: new Uint8Array(await make()) })
  expect(refusal).toMatchObject({ status: 422, code: 'unreadable_file' })
  expect(await me.call(readLogo, {})).toEqual({ logo: null })
})

test('a file that is too large, or empty, is refused', async () => {
  const me = await app.signUp()
  expect(await me.refused(saveLogo, { file: new Uint8Array(limits.logoBytes + 1) })).toMatchObject({ status: 413 })
  expect(await me.refused(saveLogo, { file: new Uint8Array(0) })).toMatchObject({ status: 422 })
})

test('staff see the logo and can’t change it; another organization has its own', async () => {
  const [owner, colleague] = await Promise.all([app.signUp(), app.signUp()])
  await app.admin.query(`insert into members (org_id, user_id, role) values ($1, $2, 'staff')`, [
    owner.org_id,
    colleague.user_id,
  ])
  const there = { org_id: owner.org_id }
  await save(owner, await picture('png', 40, 20))
  expect((await colleague.call(readLogo, {}, there)).logo).toMatchObject({ width: 40 })
  const file = new Uint8Array(await picture())
  expect(await colleague.refused(saveLogo, { file }, there)).toMatchObject({ status: 403 })
  expect(await colleague.refused(removeLogo, {}, there)).toMatchObject({ status: 403 })
  expect(await colleague.call(readLogo, {})).toEqual({ logo: null })
})

test('the audit trail records when the logo changed, without the picture, and the settings keep their version', async () => {
  const me = await app.signUp()
  const before = await me.call(readSettings, {})
  await save(me, await picture('png', 40, 20))
  await me.call(removeLogo, {})
  expect(await me.call(readSettings, {})).toEqual(before)
  const { items } = await me.call(listAuditTrail, { type: 'settings', action: 'updated' })
  expect(items.flatMap(({ changes }) => changes)).toMatchObject([
    { field: 'logo', before: '40 × 20 pixels', after: null },
    { field: 'logo', before: null, after: '40 × 20 pixels' },
  ])
})

test('of twelve uploads at once one is stored completely', async () => {
  const me = await app.signUp()
  // As many as may wait: more would be refused if none is done before the last arrives.
  const length = limits.picturesAtOnce + limits.picturesWaitingPerOrganization
  const files = await Promise.all(Array.from({ length }, (_, index) => picture('png', 20 + index, 10)))
  await Promise.all(files.map((file) => save(me, file)))
  const { logo } = await me.call(readLogo, {})
  expect((await sharp(await kept(me)).metadata()).width).toBe(logo?.width)
})

test('documents, the page of a private link and emails show the logo', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(5)).id, 2]], { customer_email: 'ana@shop.example' })
  const path = await sharedPath(s.me, 'customer', order.id)
  const invoice = async () =>
    Buffer.from(await (await s.me.fetch(`/api/v1/sales-orders/${order.id}/documents/invoice`)).arrayBuffer())
  expect((await invoice()).toString('latin1')).not.toContain('/Subtype /Image')
  expect((await opened(app, path)).body).not.toContain('/logo"')
  expect((await opened(app, `${path}/logo`)).status).toBe(404)

  await save(s.me, await picture('png', 120, 40))
  const pdf = await invoice()
  expect(pdf.toString('latin1')).toMatch(/\/Subtype \/Image[^]*?\/Width 120\n\/Height 40/)
  expect(pdfPages(pdf).join('')).toContain('Bill to')
  expect((await opened(app, path)).body).toContain(
    `<img class="logo" src="${path}/logo" alt="" width="120" height="40"`,
  )
  const shown = await opened(app, `${path}/logo`)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  const mail = { id: newId(), sales_order_id: order.id, document: 'invoice' as const, recipient: 'ana@shop.example' }
  await s.me.call(mailSalesOrder, mail)
  expect(sent).toMatchObject([{ logo: expect.any(Buffer), html: expect.stringContaining('src="cid:logo"') }])
})
