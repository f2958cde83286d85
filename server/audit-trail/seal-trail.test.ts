import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { deleteAccount } from '../../contract/account.ts'
import { loadSigningKeys } from '../identity/signing-keys.ts'
import { silentLog } from '../platform/log.ts'
import { sql } from '../platform/sql.ts'
import { testApp, testSecrets, type Client } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { waitsForOlderTransactions } from '../testing/settled.ts'
import { sealTrail } from './seal-trail.ts'
import { thumbprintsOf, verifyTrail } from './verify-trail.ts'
import { announceSeals } from './announce-seals.ts'
import { sealTrails } from './watch-trails.ts'

const app = await testApp()
const keys = await loadSigningKeys(app.db, testSecrets, {
  issuer: 'http://localhost',
  jwtKeys: [],
  accessTokenSeconds: 60,
})
const trusted = await thumbprintsOf(keys.jwks.keys)

const settled = waitsForOlderTransactions(app)
/** Seals everything committed by now. */
const seal = async (me: Client) => {
  await settled()
  return sealNow(me)
}
const sealNow = ({ org_id }: Client) => sealTrail(app.db, keys, org_id)
const verify = ({ org_id }: Client, expected?: Map<number, string>) =>
  verifyTrail(app.db, org_id, { trusted, ...(expected ? { expected } : {}) })
const category = (me: Client, name: string) => me.call(createCategory, { name, color: '#3B82F6' })
/** The id of the newest audit row about something with this name. */
const rowOf = async (me: Client, name: string): Promise<string> =>
  (
    await app.admin.query('select id::text from audit_trail where org_id = $1 and item_name = $2 order by id desc', [
      me.org_id,
      name,
    ])
  ).rows[0].id

async function sealed() {
  const me = await app.signUp()
  await category(me, 'First')
  const one = await seal(me)
  await category(me, 'Second')
  const two = await seal(me)
  return { me, one, two }
}

test('each seal covers new rows and the previous seal, and without new rows none is made', async () => {
  const { me, one, two } = await sealed()
  expect([one?.seal_no, two?.seal_no, two?.rows]).toEqual([1, 2, 1])
  expect(await seal(me)).toBeNull()
  const { rows } = await app.admin.query('select payload from audit_seals where org_id = $1 and seal_no = 2', [
    me.org_id,
  ])
  expect(JSON.parse(rows[0].payload)).toMatchObject({ previous: one?.hash, rows: 1, seal_no: 2 })
  expect(await verify(me)).toMatchObject({ mismatch: null, seals: 2, unsealed: 0, newest: two?.hash, formerKeys: [] })
  await category(me, 'Third')
  expect(await verify(me)).toMatchObject({ mismatch: null, unsealed: 1 })
})

describe('tampering by a superuser is reported', () => {
  const acts: Record<string, [(org_id: string, id: string) => string, string]> = {
    'a changed value': [
      (_org, id) => `update audit_trail set new_values = new_values || '{"name": "Other"}' where id = ${id}`,
      'changed',
    ],
    'another user': [(_org, id) => `update audit_trail set user_id = gen_random_uuid() where id = ${id}`, 'changed'],
    'another moment': [
      (_org, id) => `update audit_trail set created_at = created_at - interval '1 s' where id = ${id}`,
      'changed',
    ],
    'another summary': [(_org, id) => `update audit_trail set summary = 'Created product' where id = ${id}`, 'changed'],
    'a deleted row': [(_org, id) => `delete from audit_trail where id = ${id}`, 'deleted'],
  }
  test.each(Object.entries(acts))('%s', async (_name, [act, problem]) => {
    const { me } = await sealed()
    const id = await rowOf(me, 'First')
    await app.admin.query(act(me.org_id, id))
    const { mismatch } = await verify(me)
    expect(mismatch).toEqual({ seal_no: 1, row: `audit_trail ${id}`, problem: `audit_trail ${id} was ${problem}` })
  })

  test('a row inserted with an earlier date', async () => {
    const { me } = await sealed()
    const { rows } = await app.admin.query(
      `insert into audit_trail (org_id, table_name, record_id, action, new_values, subject_id, item_name, summary, created_at)
       values ($1, 'categories', gen_random_uuid(), 'INSERT', '{}', gen_random_uuid(), 'Forged', 'Created category', now() - interval '1 hour')
       returning id::text`,
      [me.org_id],
    )
    const row = `audit_trail ${rows[0].id}`
    expect((await verify(me)).mismatch).toMatchObject({
      row,
      problem: `${row} was inserted after seal 2 and dated before it`,
    })
  })

  test('a changed name of a person', async () => {
    const { me } = await sealed()
    await app.admin.query(`update audit_people set username = 'Someone else' where org_id = $1`, [me.org_id])
    const { mismatch } = await verify(me)
    expect(mismatch?.problem).toMatch(new RegExp(`^audit_people ${me.user_id} .* was changed$`))
  })

  test('a digest changed with its row; a seal that was changed, removed, forged or replaced', async () => {
    const acts: [string, string][] = [
      [
        `update audit_seal_parts set digests = sha256('x') where seal_no = 2 and org_id = $1`,
        'the digests that seal 2 covers were changed',
      ],
      [
        `update audit_seals set payload = replace(payload, '"rows":1', '"rows":0') where seal_no = 2 and org_id = $1`,
        'seal 2 was changed',
      ],
      [`delete from audit_seals where seal_no = 1 and org_id = $1`, 'seal 1 is missing'],
      [
        `update audit_seals set signature = 'x.y.z' where seal_no = 2 and org_id = $1`,
        'the signature of seal 2 is not valid',
      ],
    ]
    for (const [act, problem] of acts) {
      const { me } = await sealed()
      await app.admin.query(act, [me.org_id])
      expect((await verify(me)).mismatch?.problem).toBe(problem)
    }
    const { me, one, two } = await sealed()
    await app.admin.query('delete from audit_seals where seal_no = 2 and org_id = $1', [me.org_id])
    expect((await verify(me, new Map([[2, two?.hash ?? '']]))).mismatch?.problem).toBe('seal 2 is missing')
    expect((await verify(me, new Map([[1, two?.hash ?? '']]))).mismatch?.problem).toContain(
      'differs from the one that was sent',
    )
    expect((await verify(me, new Map([[1, one?.hash ?? '']]))).mismatch).toBeNull()
  })

  test('a trail resealed with another key', async () => {
    const { me } = await sealed()
    expect((await verifyTrail(app.db, me.org_id, { trusted: new Set() })).mismatch?.problem).toBe(
      'seal 2 was signed with a key that this instance doesn’t have',
    )
  })
})

test('deleting an account erases its names from the trail, and the seals stay valid', async () => {
  const { me } = await sealed()
  const colleague = await limitedMember(app, me, null, 'admin')
  await category(colleague, 'Third')
  await seal(me)
  const own = { email: colleague.email, password: 'correct horse 42' }
  await colleague.call(deleteAccount, own)
  await seal(me)
  expect((await verify(me)).mismatch).toBeNull()
  const { rows } = await app.admin.query('select email, username, salt from audit_people where user_id = $1', [
    colleague.user_id,
  ])
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toEqual({ email: null, username: null, salt: null })
  const everything = await app.admin.query('select t::text as row from audit_trail t where org_id = $1', [me.org_id])
  expect(everything.rows.some(({ row }: { row: string }) => row.includes(colleague.email))).toBe(false)
})

test('writers never wait for a seal, and late commits are covered by the next one', async () => {
  const me = await app.signUp()
  await category(me, 'Before')
  const late = new pg.Client({ ...app.connection, user: 'postgres' })
  await late.connect()
  try {
    await late.query('begin')
    await late.query(
      `insert into audit_trail (org_id, table_name, record_id, action, new_values, subject_id, item_name, summary)
       values ($1, 'categories', gen_random_uuid(), 'INSERT', '{}', gen_random_uuid(), 'Late', 'Created category')`,
      [me.org_id],
    )
    let left = 24
    const writer = async (n: number) => {
      while (left-- > 0) await category(me, `Category ${n} ${left}`)
    }
    const writing = Promise.all(Array.from({ length: 4 }, (_one, n) => writer(n)))
    while (left > 0) {
      await sealNow(me)
      expect((await verify(me)).mismatch).toBeNull()
    }
    await writing
    await sealNow(me)
    expect(await verify(me)).toMatchObject({ mismatch: null })
    await late.query('commit')
  } finally {
    await late.end()
  }
  await seal(me)
  const { mismatch, unsealed } = await verify(me)
  expect([mismatch, unsealed]).toEqual([null, 0])
  const id = await rowOf(me, 'Late')
  await app.admin.query('delete from audit_trail where id = $1', [id])
  expect((await verify(me)).mismatch?.row).toBe(`audit_trail ${id}`)
})

test('sealing continues in a database restored from a dump with a new transaction count', async () => {
  const { me } = await sealed()
  // As if all of it came from a cluster with much higher transaction numbers.
  await app.admin.query(`update audit_seals set until_transaction = '900000000' where org_id = $1 and seal_no = 2`, [
    me.org_id,
  ])
  await category(me, 'After the restore')
  expect(await seal(me)).toMatchObject({ seal_no: 3, rows: 1 })
  await category(me, 'Later')
  expect(await seal(me)).toMatchObject({ seal_no: 4, rows: 1 })
  expect((await verify(me)).mismatch).toBeNull()
})

test('every organization is sealed once a day, and each seal is sent until that succeeds', async () => {
  const me = await app.signUp()
  await category(me, 'First')
  const announced: string[] = []
  let fails = true
  const send = async ({ org_id, seal_no }: { org_id: string; seal_no: number }) => {
    if (org_id !== me.org_id) return
    if (fails) throw new Error('no network')
    announced.push(`${org_id} ${seal_no}`)
  }
  const hourly = async () => {
    await sealTrails({ db: app.db, keys, log: silentLog })
    await announceSeals({ db: app.db, log: silentLog, targets: [{ name: 'webhook', send }] })
  }
  await settled()
  await hourly()
  await category(me, 'Second')
  fails = false
  await hourly()
  await hourly()
  expect(announced).toEqual([`${me.org_id} 1`])
  const count = await app.db.transaction({ org_id: me.org_id, user_id: null }, (tx) =>
    tx.one(sql<{ seals: number }>`select count(*)::integer as seals from audit_seals where org_id = ${me.org_id}`),
  )
  expect(count).toEqual({ seals: 1 })
})

test('each seal is written to the log, with everything that identifies it', async () => {
  const me = await app.signUp()
  await category(me, 'First')
  const log = { ...silentLog, info: vi.fn() }
  await settled()
  await sealTrails({ db: app.db, keys, log })
  const { rows } = await app.admin.query(
    `select seal_no, encode(hash, 'hex') as hash, (payload::jsonb ->> 'rows')::integer as rows
     from audit_seals where org_id = $1`,
    [me.org_id],
  )
  expect(rows).toHaveLength(1)
  expect(log.info.mock.calls.filter(([{ org_id }]) => org_id === me.org_id)).toEqual([
    [{ event: 'audit_sealed', org_id: me.org_id, ...rows[0], kid: keys.current.kid }, 'an audit trail was sealed'],
  ])
})
