import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { uploadFile, type StoredFile } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { createProduct, readProduct, updateProduct } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { silentLog } from '../platform/log.ts'
import { testApp, type Client } from '../testing/app.ts'
import { post } from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { keyOf } from './keys.ts'
import { removeUnusedFiles } from './remove-unused.ts'
import { diskStorage } from './storage.ts'
import { claimedPng, photo, picture } from './testing.ts'

const app = await testApp()
const storage = diskStorage(app.filesDir)

async function upload(
  client: Client,
  file: Uint8Array,
  folder: 'product-images' | 'receiving-images' = 'product-images',
) {
  return client.call(uploadFile, { folder, file: new Uint8Array(file) })
}

function stored(): string[] {
  return readdirSync(app.filesDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}

/** As if these files had been unused for longer than they are kept. */
async function dayLater({ org_id }: Client): Promise<number> {
  await app.admin.query(`update files set unused_since = unused_since - interval '2 days' where org_id = $1`, [org_id])
  return removeUnusedFiles(app.db, storage, silentLog)
}

test('a picture is re-encoded, stored under an unguessable name, and readable by members', async () => {
  const me = await app.signUp()
  const file = await upload(me, await picture('jpeg', 2_000, 1_000), 'receiving-images')
  expect(file).toMatchObject({ content_type: 'image/webp', width: limits.pictureSide, height: limits.pictureSide / 2 })
  expect(file.address).toMatch(new RegExp(`^/files/inventory/receiving-images/${me.org_id}/[\\w-]{43}\\.webp$`))
  const answer = await me.fetch(file.address)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(file.size_bytes),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=3600',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe('webp')
  const small = await me.fetch(`${file.address}?size=small`)
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(limits.pictureSideSmall)
  const again = await me.fetch(file.address, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
})

test('camera metadata is removed from a picture, and its orientation is applied', async () => {
  const me = await app.signUp()
  const before = await sharp(await photo()).metadata()
  expect([before.orientation, before.exif?.toString('latin1')]).toEqual([6, expect.stringContaining('Secret owner')])
  const file = await upload(me, await photo())
  const bytes = Buffer.from(await (await me.fetch(file.address)).arrayBuffer())
  const after = await sharp(bytes).metadata()
  expect([after.exif, after.orientation, after.width, after.height]).toEqual([undefined, undefined, 40, 80])
  expect(bytes.toString('latin1')).not.toContain('Secret')
})

test.for<[string, () => Buffer | Promise<Buffer>]>([
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>1</script></svg>')],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  [
    'a GIF',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .gif()
        .toBuffer(),
  ],
  [
    'a TIFF',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .tiff()
        .toBuffer(),
  ],
  ['a HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ['a PDF', () => Buffer.from('%PDF-1.7 nothing in it')],
  ['a page with the first bytes of a JPEG', () => Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1')],
  ['a page with the first bytes of a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
  ['half a picture', async () => (await picture('png', 900, 900)).subarray(0, 500)],
  ['50,000 by 50,000 pixels', () => claimedPng(50_000, 50_000)],
  ['a line of 60,000 pixels', () => claimedPng(60_000, 1)],
])('%s is refused and nothing is stored', async ([what, make]) => {
  const me = await app.signUp()
  const before = stored().length
  const refused = await me.refused(uploadFile, { folder: 'product-images', file: new Uint8Array(await make()) })
  expect([refused.status, refused.code]).toEqual([422, 'unreadable_file'])
  // The message says which formats can be read, unless the file is only too large.
  if (!what.endsWith('pixels')) expect(refused.message).toBe('This image can’t be read. Use a JPEG, PNG or WebP file.')
  expect(stored()).toHaveLength(before)
})

test('a picture with too many pixels is refused by its header, with the numbers, before it is decoded', async () => {
  const me = await app.signUp()
  const file = new Uint8Array(claimedPng(50_000, 50_000))
  const refused = await me.refused(uploadFile, { folder: 'product-images', file })
  expect(refused.message).toBe('This image is too large (50000 × 50000 pixels). The limit is 60 million pixels.')
})

test('a page hidden behind a picture is removed', async () => {
  const me = await app.signUp()
  const both = Buffer.concat([await picture('jpeg'), Buffer.from('<script>alert(document.domain)</script>')])
  const file = await upload(me, both)
  const bytes = Buffer.from(await (await me.fetch(file.address)).arrayBuffer())
  expect(bytes.toString('latin1')).not.toContain('script')
})

test("the sender's file name, type and folder are ignored", async () => {
  const me = await app.signUp()
  const body = new Uint8Array(await picture('png'))
  const names = ['photo.png.html', '../../etc/passwd', 'a'.repeat(300), '\u202Egnp.exe', 'x.php;.png']
  for (const name of names) {
    const headers = {
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    }
    const answer = await me.fetch('/api/v1/files?folder=product-images', { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    expect(((await answer.json()) as StoredFile).address).toMatch(/\/[\w-]{43}\.webp$/)
  }
  expect(stored().every((name) => /^[\w-]{43}(-small)?\.webp$/.test(name))).toBe(true)
  const send = (path: string, type: string, sent: Uint8Array<ArrayBuffer>) =>
    me.fetch(path, { method: 'POST', headers: { 'content-type': type }, body: sent })
  const png = new Uint8Array(await picture('png'))
  expect((await send('/api/v1/files?folder=product-images', 'image/svg+xml', png)).status).toBe(415)
  expect((await send('/api/v1/files?folder=product-images', 'text/html', png)).status).toBe(415)
  expect((await send('/api/v1/files?folder=product-images&file_name=a%00.png', 'image/png', png)).status).toBe(422)
  expect((await send('/api/v1/files?folder=../secrets', 'image/png', png)).status).toBe(422)
  expect((await send('/api/v1/files', 'image/png', png)).status).toBe(422)
  expect((await send('/api/v1/files?folder=product-images', 'image/png', new Uint8Array(0))).status).toBe(422)
  const huge = new Uint8Array(limits.pictureBytes + 1)
  expect((await send('/api/v1/files?folder=product-images', 'image/png', huge)).status).toBe(413)
})

test('outsiders get the same answer as for a missing picture; no one can list, traverse or overwrite', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const file = await upload(me, await picture())
  const unknown = file.address.replace(/[\w-]{43}\.webp$/, `${randomBytes(32).toString('base64url')}.webp`)
  const answers = await Promise.all([
    other.fetch(file.address),
    me.fetch(unknown),
    me.fetch(file.address.replace(me.org_id, other.org_id)),
  ])
  const bodies = await Promise.all(
    answers.map(async (answer) => [
      answer.status,
      { ...((await answer.json()) as { error: object }).error, request_id: 0 },
    ]),
  )
  expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]])
  expect(bodies[0]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
  const folder = file.address.slice(0, file.address.lastIndexOf('/'))
  for (const path of [
    folder,
    `${folder}/`,
    '/files',
    '/files/',
    `${folder}/../${me.org_id}/x`,
    `${folder}/%2e%2e/app-secret`,
  ]) {
    expect([path, (await me.fetch(path)).status]).toEqual([path, 404])
  }
  for (const method of ['PUT', 'POST', 'DELETE']) expect((await me.fetch(file.address, { method })).status).toBe(404)
})

test('an img is shown through a cookie that opens nothing else and ends with the session', async () => {
  const email = newAddress()
  const session = await post(app.url, '/signup', { email, password: 'correct horse 42' })
  const [cookie = ''] = session.headers.getSetCookie()
  expect(cookie).toMatch(/^onhand-files=[\w.-]+; Path=\/files; Max-Age=3600; HttpOnly; SameSite=Strict$/)
  const pass = cookie.split(';')[0] ?? ''
  const token = String(session.body['access_token'])
  const withToken = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  const made = await fetch(`${app.url}/api/v1/files?folder=product-images`, {
    method: 'POST',
    headers: withToken,
    body: new Uint8Array(await picture()),
  })
  const { address } = (await made.json()) as StoredFile
  const read = (headers: Record<string, string>) => fetch(app.url + address, { headers })
  expect((await read({ cookie: `theme=dark; ${pass}` })).status).toBe(200)
  expect((await read({})).status).toBe(401)
  expect((await read({ cookie: `${pass}x` })).status).toBe(401)
  expect((await read({ cookie: `onhand-files=${token}` })).status).toBe(401)
  const withPass = { authorization: `Bearer ${pass.slice('onhand-files='.length)}` }
  expect((await fetch(`${app.url}/api/v1/me`, { headers: withPass })).status).toBe(401)
  expect((await fetch(`${app.url}/api/v1/me`, { headers: { cookie: pass } })).status).toBe(401)
  const out = await post(app.url, '/logout?scope=local', {}, { authorization: `Bearer ${token}` })
  expect(out.headers.getSetCookie()[0]).toContain('onhand-files=; Path=/files; Max-Age=0')
  expect((await read({ cookie: pass })).status).toBe(401)
})

test('a product keeps its picture; an unused one is deleted a day later', async () => {
  const me = await app.signUp()
  const [first, second, forgotten] = [
    await upload(me, await picture()),
    await upload(me, await picture('webp')),
    await upload(me, await picture('jpeg')),
  ]
  const product = await me.call(createProduct, { name: 'Chai', sku: 'C-1', price: 18, image: first.address })
  expect(product.image).toBe(first.address)
  const unused = async (file: StoredFile) =>
    (
      await app.admin.query<{ unused: boolean }>('select unused_since is not null as unused from files where id = $1', [
        file.id,
      ])
    ).rows[0]?.unused
  expect([await unused(first), await unused(second)]).toEqual([false, true])
  expect(await dayLater(me)).toBe(2)
  expect((await me.fetch(forgotten.address)).status).toBe(404)
  expect((await me.fetch(first.address)).status).toBe(200)
  expect(stored().filter((name) => forgotten.address.includes(name.replace(/(-small)?\.webp$/, '')))).toEqual([])

  const third = await upload(me, await picture())
  const change = { id: product.id, version: product.version, name: 'Chai', sku: 'C-1', price: 18 }
  const changed = await me.call(updateProduct, { ...change, image: third.address })
  const other = await me.call(createProduct, { name: 'Chang', sku: 'C-2', price: 19, image: third.address })
  // The old picture still exists for a user who wants it back today.
  expect((await me.fetch(first.address)).status).toBe(200)
  expect(await dayLater(me)).toBe(1)
  expect((await me.fetch(first.address)).status).toBe(404)

  // Two products share the third one: it stays while one of them uses it, and after a run it counts as used again.
  await me.call(updateProduct, { ...change, version: changed.version, image: null })
  expect(await dayLater(me)).toBe(0)
  expect([(await me.fetch(third.address)).status, await unused(third)]).toEqual([200, false])
  await me.call(deleteProduct, { id: other.id })
  // The run that found it in use marked it as used; deleting the product marked it as unused again.
  expect(await dayLater(me)).toBe(1)
  expect((await me.fetch(third.address)).status).toBe(404)
  expect(second.id).not.toBe(third.id)
})

test("a product can't use a picture that belongs to someone else or was deleted", async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const theirs = await upload(other, await picture())
  const asMine = theirs.address.replace(other.org_id, me.org_id)
  for (const image of [theirs.address, asMine]) {
    const refused = await me.refused(createProduct, { name: 'Chai', sku: 'C-1', price: 18, image })
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([404, ['image']])
  }
  await expect(
    app.admin.query('insert into products (org_id, id, user_id, name, sku, image) values ($1, $2, $2, $3, $3, $4)', [
      me.org_id,
      me.user_id,
      'X',
      asMine,
    ]),
  ).rejects.toMatchObject({ code: '23503' })
})

test.for([
  ['javascript:alert(1)', null],
  ['data:text/html,<script>alert(1)</script>', null],
  ['data:image/svg+xml;base64,PHN2Zy8+', null],
  ['blob:https://example.com/1', null],
  ['//example.com/a.png', null],
  ['/files/inventory/product-images/../../secrets', null],
  ['https://user:password@example.com/a.png', null],
  ['https://example.com/a b.png', null],
  ['https://example.com/a.png', 'https://example.com/a.png'],
  ['http://example.com/a.png', 'https://example.com/a.png'],
  ['', null],
] as const)('an image address %s', async ([image, kept]) => {
  const me = await app.signUp()
  const input = { name: 'Chai', sku: 'C-1', price: 18, image }
  if (image !== '' && kept === null) {
    const refused = await me.refused(createProduct, input)
    expect([refused.status, refused.fields]).toEqual([422, { image: 'Please enter a valid URL' }])
  } else {
    const { id } = await me.call(createProduct, input)
    expect((await me.call(readProduct, { id })).image).toBe(kept)
  }
})

test("the same upload sent twice under one key is one file; viewers can't upload", async () => {
  const me = await app.signUp()
  const input = { folder: 'product-images' as const, file: new Uint8Array(await picture()) }
  const [first, second] = [
    await me.call(uploadFile, input, { idempotencyKey: 'a-picture' }),
    await me.call(uploadFile, input, { idempotencyKey: 'a-picture' }),
  ]
  expect(second).toEqual(first)
  const changed = { ...input, file: new Uint8Array(await picture('webp')) }
  expect((await me.refused(uploadFile, changed, { idempotencyKey: 'a-picture' })).code).toBe('idempotency_key_reused')
  await app.admin.query(`update members set role = 'viewer' where user_id = $1`, [me.user_id])
  expect((await me.refused(uploadFile, input)).code).toBe('forbidden')
  expect((await me.fetch(first.address)).status).toBe(200)
  await app.admin.query('delete from member_settings where user_id = $1', [me.user_id])
  await app.admin.query('delete from members where user_id = $1', [me.user_id])
  expect((await me.fetch(first.address)).status).toBe(404)
})

test('a member who uploads many pictures without using them is stopped', async () => {
  const me = await app.signUp()
  const file = await upload(me, await picture())
  await app.admin.query(
    `insert into files (org_id, id, user_id, address, content_type, size_bytes, width, height)
     select org_id, gen_random_uuid(), user_id, address || n, content_type, 1, 1, 1 from files, generate_series(2, $2::integer) n where id = $1`,
    [file.id, limits.filesUnused],
  )
  const refused = await me.refused(uploadFile, { folder: 'product-images', file: new Uint8Array(await picture()) })
  expect([refused.status, refused.details]).toEqual([429, { unused: limits.filesUnused }])
})

test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'a full disk is reported, and leaves neither a row nor a partial file',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'onhand-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
    onTestFinished(() => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    })
    writeFileSync(join(folder, 'ballast'), new Uint8Array(40_000))
    const small = diskStorage(folder)
    await small.put('inventory/a/fits', new Uint8Array(1_000))
    await expect(small.put('inventory/a/large', new Uint8Array(50_000))).rejects.toMatchObject({
      code: 'storage_full',
      status: 507,
    })
    expect(readdirSync(join(folder, 'inventory/a'))).toEqual(['fits'])
    expect(await small.read('inventory/a/large')).toBeNull()
    await small.remove('inventory/a/large')
  },
)

test("a picture whose bytes can't be written has no row", async () => {
  const me = await app.signUp()
  // A file where the organization's folder would be: no write can succeed below it.
  const folder = join(app.filesDir, 'inventory/product-images')
  writeFileSync(join(folder, me.org_id), 'in the way')
  const answer = await me.fetch('/api/v1/files?folder=product-images', {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(await picture()),
  })
  expect(answer.status).toBe(500)
  const { rows } = await app.admin.query('select from files where org_id = $1', [me.org_id])
  expect(rows).toEqual([])
})

test('one cleanup removes everything unused, in batches, and ends when the server stops', async () => {
  const me = await app.signUp()
  const files = [
    await upload(me, await picture()),
    await upload(me, await picture()),
    await upload(me, await picture()),
  ]
  const old = `update files set unused_since = unused_since - interval '2 days' where org_id = $1`
  await app.admin.query(old, [me.org_id])
  expect(await removeUnusedFiles(app.db, storage, silentLog, { batch: 1, isOver: () => true })).toBe(1)
  expect(await removeUnusedFiles(app.db, storage, silentLog, { batch: 1 })).toBe(2)
  for (const file of files) expect((await me.fetch(file.address)).status).toBe(404)
})

test('files that can’t be removed don’t block later ones, which became unused after them', async () => {
  const me = await app.signUp()
  for (let stuck = 0; stuck < 3; stuck++) await upload(me, await picture())
  const old = `update files set unused_since = unused_since - interval '2 days' where org_id = $1`
  await app.admin.query(old, [me.org_id])
  const failing = await app.admin.query<{ address: string }>('select address from files where org_id = $1', [me.org_id])
  const keys = failing.rows.map(({ address }) => keyOf(address))
  const last = await upload(me, await picture())
  await app.admin.query(`${old} and address = $2`, [me.org_id, last.address])
  const partly = {
    ...storage,
    remove: async (key: string) => {
      if (keys.includes(key)) throw new Error('no permission')
      await storage.remove(key)
    },
  }
  expect(await removeUnusedFiles(app.db, partly, silentLog, { batch: 1 })).toBe(1)
  expect((await me.fetch(last.address)).status).toBe(404)
  expect(await removeUnusedFiles(app.db, storage, silentLog)).toBe(3)
})
