import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createHash } from 'node:crypto'
import { compactVerify, createLocalJWKSet } from 'jose'
import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { loadSigningKeys } from '../identity/signing-keys.ts'
import { silentLog } from '../platform/log.ts'
import { createMailer } from '../platform/mail.ts'
import { testApp, testSecrets } from '../testing/app.ts'
import { mailServer } from '../testing/mail-server.ts'
import { whenOver } from '../testing/when-over.ts'
import { waitsForOlderTransactions } from '../testing/settled.ts'
import { announceSeals } from './announce-seals.ts'
import { sealTargets, type SealAddresses } from './seal-targets.ts'
import { sealTrails } from './watch-trails.ts'

const app = await testApp()
const keys = await loadSigningKeys(app.db, testSecrets, {
  issuer: 'http://localhost',
  jwtKeys: [],
  accessTokenSeconds: 60,
})

type Announcement = { org_id: string; seal_no: number; hash: string; payload: string; signature: string }

/** Receives seals like an operator's endpoint, and responds with the current status. */
async function receiver() {
  const received: Announcement[] = []
  const state = { status: 200 }
  const take = async (request: IncomingMessage) => {
    received.push((await json(request)) as Announcement)
    return state.status
  }
  const server = createServer((request, response) => {
    void take(request).then((status) =>
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenOver(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/seals`, received, state }
}

const settled = waitsForOlderTransactions(app)

/** Sends what waits, as every hour. */
async function send(addresses: SealAddresses, smtpUrl: string | null): Promise<void> {
  const mailer = smtpUrl === null ? null : createMailer({ smtpUrl, from: 'onhand@stock.example' }, silentLog, 5)
  await announceSeals({ db: app.db, log: silentLog, targets: sealTargets(addresses, mailer) })
}

/** The hourly passes over all organizations. */
async function look(addresses: SealAddresses, smtpUrl: string | null): Promise<void> {
  await sealTrails({ db: app.db, keys, log: silentLog })
  await send(addresses, smtpUrl)
}

async function changed() {
  const me = await app.signUp()
  await me.call(createCategory, { name: 'Drinks', color: '#3B82F6' })
  await settled()
  return me
}

const announced = async (org_id: string) =>
  (
    await app.admin.query('select announced_at is not null as is_announced from audit_seals where org_id = $1', [
      org_id,
    ])
  ).rows

test('a seal is sent by email and webhook, once, with everything needed to verify it elsewhere', async () => {
  const me = await changed()
  const [mailbox, endpoint] = [await mailServer(), await receiver()]
  const targets = { mail: 'auditor@example.com', webhook: endpoint.url }
  await look(targets, mailbox.url)
  await look(targets, mailbox.url)
  const received = endpoint.received.filter(({ org_id }) => org_id === me.org_id)
  expect(received).toHaveLength(1)
  const { seal_no, hash, payload, signature } = received[0]!
  expect(createHash('sha256').update(payload).digest('hex')).toBe(hash)
  const checked = await compactVerify(signature, createLocalJWKSet({ keys: [...keys.jwks.keys] }))
  expect(Buffer.from(checked.payload).toString()).toBe(payload)
  // It contains nothing that people wrote.
  expect(Object.keys(JSON.parse(payload)).toSorted()).toEqual(
    [
      'version',
      'org_id',
      'seal_no',
      'previous',
      'from',
      'until',
      'next',
      'sealed_at',
      'rows',
      'people',
      'root',
    ].toSorted(),
  )
  const mails = mailbox.delivered.filter(({ message }) => message.includes(me.org_id))
  expect(mails.map(({ to }) => to)).toEqual([['auditor@example.com']])
  expect(mails[0]?.message).toMatch(/^subject: Audit trail seal 1 of/im)
  expect(plain(mails[0]!)).toContain(`npm run audit -- verify ${me.org_id} --expect ${seal_no}:${hash}`)
  expect(await announced(me.org_id)).toEqual([{ is_announced: true }])
})

test.each([500, 404, 302])('a webhook that answers %i gets the seal again until it accepts it', async (status) => {
  const me = await changed()
  const endpoint = await receiver()
  endpoint.state.status = status
  await look({ mail: null, webhook: endpoint.url }, null)
  expect(await announced(me.org_id)).toEqual([{ is_announced: false }])
  endpoint.state.status = 204
  await look({ mail: null, webhook: endpoint.url }, null)
  await look({ mail: null, webhook: endpoint.url }, null)
  expect(endpoint.received.filter(({ org_id }) => org_id === me.org_id)).toHaveLength(2)
  expect(await announced(me.org_id)).toEqual([{ is_announced: true }])
})

test('a rejected seal email is sent again on the next check', async () => {
  const me = await changed()
  const closed = await mailServer({ refuses: () => 451 })
  await look({ mail: 'auditor@example.com', webhook: null }, closed.url)
  expect(await announced(me.org_id)).toEqual([{ is_announced: false }])
  const open = await mailServer()
  await look({ mail: 'auditor@example.com', webhook: null }, open.url)
  expect(open.delivered.filter(({ message }) => message.includes(me.org_id))).toHaveLength(1)
  expect(await announced(me.org_id)).toEqual([{ is_announced: true }])
})

test('of the seals that wait only the newest is sent, which stands for the earlier ones', async () => {
  const me = await changed()
  await sealTrails({ db: app.db, keys, log: silentLog })
  await app.admin.query(`update audit_seals set sealed_at = sealed_at - interval '2 days' where org_id = $1`, [
    me.org_id,
  ])
  await me.call(createCategory, { name: 'Food', color: '#3B82F6' })
  await settled()
  const endpoint = await receiver()
  await look({ mail: null, webhook: endpoint.url }, null)
  const received = endpoint.received.filter(({ org_id }) => org_id === me.org_id)
  expect(received.map(({ seal_no }) => seal_no)).toEqual([2])
  expect(await announced(me.org_id)).toEqual([{ is_announced: true }, { is_announced: true }])
})

test('while the webhook fails, the email is sent once', async () => {
  const me = await changed()
  const [mailbox, endpoint] = [await mailServer(), await receiver()]
  const addresses = { mail: 'auditor@example.com', webhook: endpoint.url }
  endpoint.state.status = 500
  await look(addresses, mailbox.url)
  await look(addresses, mailbox.url)
  expect(await announced(me.org_id)).toEqual([{ is_announced: false }])
  endpoint.state.status = 200
  await look(addresses, mailbox.url)
  expect(mailbox.delivered.filter(({ message }) => message.includes(me.org_id))).toHaveLength(1)
  expect(await announced(me.org_id)).toEqual([{ is_announced: true }])
})

test('a target that fails gets no further seals in this run; the other target gets all', async () => {
  const people = [await changed(), await changed()]
  const [mailbox, endpoint] = [await mailServer(), await receiver()]
  endpoint.state.status = 500
  await look({ mail: 'auditor@example.com', webhook: endpoint.url }, mailbox.url)
  expect(endpoint.received).toHaveLength(1)
  for (const { org_id } of people)
    expect(mailbox.delivered.filter(({ message }) => message.includes(org_id))).toHaveLength(1)
  endpoint.state.status = 200
  await send({ mail: null, webhook: endpoint.url }, null)
})

test('two servers send each seal once', async () => {
  const people = [await changed(), await changed(), await changed()]
  await sealTrails({ db: app.db, keys, log: silentLog })
  const endpoint = await receiver()
  const addresses = { mail: null, webhook: endpoint.url }
  await Promise.all([send(addresses, null), send(addresses, null), send(addresses, null)])
  for (const { org_id } of people) expect(endpoint.received.filter((seal) => seal.org_id === org_id)).toHaveLength(1)
})

/** The entire email with its lines joined again. */
const plain = ({ message }: { message: string }) => message.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
