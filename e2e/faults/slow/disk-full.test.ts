import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chownSync, mkdtempSync, renameSync, rmSync, statfsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createProduct, listProducts } from '../../../contract/products.ts'
import { readProductStock } from '../../../contract/stock.ts'
import { violations } from '../../support/database.ts'
import { type Person, signUp } from '../../support/person.ts'
import { newServer, type Server } from '../../support/server.ts'

// A separate small disk for the data folder, so that it can be filled. Only root can mount one.
const mayMount = process.platform === 'linux' && process.getuid?.() === 0
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** A server with its data on a disk of this size. */
async function serverOnDisk(megabytes: number): Promise<Server> {
  const server = await newServer()
  endings.push(() => rmSync(server.dataFolder, { recursive: true, force: true }))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', server.dataFolder])
  endings.push(async () => {
    await server.stop()
    execFileSync('umount', [server.dataFolder])
  })
  await server.start()
  return server
}

/** Fills the disk except for this much space. Returns a function that frees it again. */
function fill({ dataFolder }: Server, leaveKilobytes: number): () => void {
  const { bavail, bsize } = statfsSync(dataFolder)
  const ballast = join(dataFolder, 'ballast')
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - leaveKilobytes * 1024))
  return () => rmSync(ballast)
}

type Outcome = { status: number; code: string; retryAfter: string | null }

/** Adds one unit, with notes that take up space. */
async function post(server: Server, person: Person, product_id: string, key: string): Promise<Outcome> {
  const response = await fetch(`${server.url}/api/v1/transactions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      authorization: `Bearer ${person.session.access_token}`,
    },
    body: JSON.stringify({ product_id, type: 'adjustment', quantity: 1, notes: notesOf(key) }),
  })
  const body = (await response.json()) as { error?: { code: string } }
  return { status: response.status, code: body.error?.code ?? '', retryAfter: response.headers.get('retry-after') }
}

/** Returns the same text for the same key, so that a repeated request is identical; hardly compressible. */
const notesOf = (key: string) =>
  Array.from({ length: 40 }, (_, part) => createHash('sha256').update(`${key} ${part}`).digest('base64')).join(' ')

/**
 * Posts from four clients until this many requests have failed. Returns the keys of acknowledged requests, and of
 * failed ones with their errors.
 */
async function postUntilItFails(server: Server, person: Person, product_id: string, failures: number) {
  const done: string[] = []
  const failed = new Map<string, Outcome>()
  const deadline = Date.now() + 120_000
  const poster = async () => {
    while (failed.size < failures) {
      if (Date.now() > deadline) throw new Error('the disk never became full')
      const key = randomUUID()
      const outcome = await post(server, person, product_id, key)
      if (outcome.status === 201) done.push(key)
      else {
        failed.set(key, outcome)
        await sleep(50)
      }
    }
  }
  await Promise.all([poster(), poster(), poster(), poster()])
  return { done, failed }
}

/** Repeats a request until it is acknowledged, as clients do. Returns how many seconds that took. */
async function insist(server: Server, person: Person, product_id: string, key: string): Promise<number> {
  const begin = Date.now()
  while ((await post(server, person, product_id, key)).status !== 201) {
    if (Date.now() - begin > 60_000) throw new Error('there is room again, and nothing is posted')
    await sleep(100)
  }
  return (Date.now() - begin) / 1_000
}

const onHand = async (person: Person, product_id: string) =>
  (await person.call(readProductStock, { product_id })).on_hand

test.skipIf(!mayMount)(
  'F4: without disk space for data a posting is refused with a retry time; reads work; nothing is lost or restarted',
  { timeout: 300_000 },
  async () => {
    const server = await serverOnDisk(160)
    const person = await signUp(server.url)
    const { id } = await person.call(createProduct, { name: 'Bolt', sku: 'B', price: 1, stock_quantity: 10 })
    // The write-ahead log is on another disk, so this disk is filled with data only.
    await server.stop()
    const elsewhere = mkdtempSync(join(tmpdir(), 'onhand-wal-'))
    endings.push(() => rmSync(elsewhere, { recursive: true }))
    const wal = join(server.dataFolder, 'postgres/pg_wal')
    const { uid, gid } = statSync(wal)
    execFileSync('cp', ['-a', wal, join(elsewhere, 'wal')])
    for (const path of [elsewhere, join(elsewhere, 'wal')]) chownSync(path, uid, gid)
    renameSync(wal, join(server.dataFolder, 'wal-before'))
    rmSync(join(server.dataFolder, 'wal-before'), { recursive: true })
    symlinkSync(join(elsewhere, 'wal'), wal)
    await server.start()

    const makeRoom = fill(server, 256)
    const { done, failed } = await postUntilItFails(server, person, id, 40)
    expect(
      new Set([...failed.values()].map(({ status, code, retryAfter }) => `${status} ${code} ${retryAfter}`)),
    ).toEqual(new Set(['507 storage_full 60']))
    expect((await person.call(listProducts, {})).items).toHaveLength(1)
    expect(await onHand(person, id)).toBe(10 + done.length)
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)

    makeRoom()
    expect(await insist(server, person, id, randomUUID())).toBeLessThan(5)
    expect(await onHand(person, id)).toBe(10 + done.length + 1)
    expect(await violations(server.dataFolder)).toEqual([])
  },
)

test.skipIf(!mayMount)(
  'F5: without disk space for its WAL PostgreSQL stops; the server answers 503, recovers by itself, and nothing acknowledged is lost',
  { timeout: 300_000 },
  async () => {
    const server = await serverOnDisk(200)
    const person = await signUp(server.url)
    const { id } = await person.call(createProduct, { name: 'Bolt', sku: 'B', price: 1, stock_quantity: 10 })
    const makeRoom = fill(server, 512)
    const { done, failed } = await postUntilItFails(server, person, id, 200)
    const codes = new Set([...failed.values()].map(({ status, code }) => `${status} ${code}`))
    expect([...codes].filter((code) => code !== '507 storage_full')).toEqual(['503 unavailable'])
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    expect((await fetch(`${server.url}/ready`)).status).toBe(503)

    makeRoom()
    const [first, ...others] = failed.keys()
    expect(await insist(server, person, id, first ?? '')).toBeLessThan(20)
    // Unacknowledged requests are repeated with their key: each is posted once, even if the first attempt was already
    // posted.
    for (const key of [...others, ...done.slice(-20)]) await insist(server, person, id, key)
    expect(await onHand(person, id)).toBe(10 + done.length + failed.size)
    expect(await violations(server.dataFolder)).toEqual([])
  },
)
