import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import type { Database, Tx } from '../platform/db.ts'
import type { Statement } from '../platform/sql.ts'
import { testSecrets } from '../testing/app.ts'
import {
  browserTab,
  goodPassword,
  linkOf,
  mailedServer,
  post,
  sessionOf,
  signedIn,
  testIdentityConfig,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { whenOver } from '../testing/when-over.ts'
import { argon2id, createPasswords } from './passwords.ts'
import { registerIdentity } from '../register-identity.ts'
import { loadSigningKeys } from './signing-keys.ts'

/** No request reveals whether an address has an account: same status, body, headers and work. */
const { url, mailTo, app, db } = await mailedServer()

async function account(): Promise<string> {
  const email = newAddress()
  await browserTab(url).signUp({ email, password: goodPassword })
  sessionOf(await browserTab(url).verifyOtp(linkOf(await mailTo(email))))
  return email
}

async function waiting(): Promise<string> {
  const email = newAddress()
  await browserTab(url).signUp({ email, password: goodPassword })
  return email
}

const requests: Record<string, [path: string, body: (email: string) => object]> = {
  'sign-in': ['/token?grant_type=password', (email) => ({ email, password: 'wrong horse 42' })],
  'sign-up': ['/signup', (email) => ({ email, password: 'another horse 43', data: { name: 'Jane' } })],
  recover: ['/recover', (email) => ({ email })],
  otp: ['/otp', (email) => ({ email })],
  'otp without sign-up': ['/otp', (email) => ({ email, create_user: false })],
  'resend of a sign-up': ['/resend', (email) => ({ email, type: 'signup' })],
  'resend of an address change': ['/resend', (email) => ({ email, type: 'email_change' })],
  'verify a code': ['/verify', (email) => ({ email, type: 'email', token: '000000' })],
}

/** An answer without its unique parts: times and ids. */
async function answerTo(path: string, body: object) {
  const { status, headers, body: answer } = await post(url, path, body)
  const text = JSON.stringify(answer)
    .replaceAll(/"[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}"/g, '"an id"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"a moment"')
    .replaceAll(/[a-k]{12}@example\.com/g, 'an address')
  const names = [...headers.keys()].filter((name) => name !== 'content-length').toSorted()
  return { status, text, names }
}

for (const [name, [path, body]] of Object.entries(requests))
  test(`${name}: the same answer for an account, an unconfirmed sign-up, and an unknown address`, async () => {
    const unknown = await answerTo(path, body(newAddress()))
    expect(await answerTo(path, body(await account()))).toEqual(unknown)
    // A wrong password and a wrong code return the same too; a right password isn't tested here.
    expect(await answerTo(path, body(await waiting()))).toEqual(unknown)
  })

test('a change of address: the same answer for an account, an unconfirmed sign-up, and an unknown address', async () => {
  const answer = async (email: string) => {
    const { tab } = await signedIn(url, await account())
    const { data, error } = await tab.updateUser({ email })
    return { error, isStored: data.user?.new_email === email }
  }
  for (const email of [newAddress(), await account(), await waiting()])
    expect(await answer(email)).toEqual({ error: null, isStored: true })
})

/**
 * The same endpoints on the same database, noting in order what each request does: its transactions with their
 * statements, its password hashes with their cost, and whether it wakes the email queue.
 */
async function notedApp() {
  const steps: string[] = []
  const passwords = createPasswords((parameters) => {
    steps.push(`hash of ${parameters.memory} KiB, ${parameters.passes} passes`)
    return argon2id({ ...parameters, memory: 64, passes: 1 })
  })
  const http = fastify()
  await registerIdentity(http, {
    db: notedDatabase(db, steps),
    config: testIdentityConfig,
    keys: await loadSigningKeys(db, testSecrets, testIdentityConfig),
    passwords,
    secrets: testSecrets,
    // Sending comes after the answer: the server's own queue does it, on its own database.
    mails: {
      poke() {
        steps.push('wakes the email queue')
        app.mails?.poke()
      },
    },
  })
  whenOver(() => http.close())
  return async (path: string, payload: object): Promise<string[]> => {
    steps.length = 0
    await http.inject({ method: 'POST', url: `/auth/v1${path}`, payload })
    const done = [...steps]
    await app.mails?.drain()
    return done
  }
}

function notedDatabase(inner: Database, steps: string[]): Database {
  const noted =
    (tx: Tx) =>
    <Rest extends unknown[], Result>(send: (query: Statement<never>, ...rest: Rest) => Result) =>
    (query: Statement<never>, ...rest: Rest): Result => {
      steps.push(query.text.replaceAll(/\s+/g, ' ').trim())
      return send.call(tx, query, ...rest)
    }
  return {
    ...inner,
    transaction(scope, work, options) {
      steps.push(options?.readOnly ? 'begin, read only' : 'begin')
      return inner.transaction(
        scope,
        (tx) => {
          const note = noted(tx)
          const { all, one, maybe, run, later } = tx
          return work({
            ...tx,
            all: note(all) as Tx['all'],
            one: note(one) as Tx['one'],
            maybe: note(maybe) as Tx['maybe'],
            run: note(run),
            later: note(later),
          })
        },
        options,
      )
    },
  }
}

test('requests do the same for every address: the same statements, hashes and emails', async () => {
  // One request in a hundred also deletes old counts of requests.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  try {
    const stepsOf = await notedApp()
    for (const [name, [path, body]] of Object.entries(requests)) {
      const unknown = await stepsOf(path, body(newAddress()))
      expect(unknown.length, name).toBeGreaterThan(2)
      expect.soft(await stepsOf(path, body(await account())), name).toEqual(unknown)
      expect.soft(await stepsOf(path, body(await waiting())), name).toEqual(unknown)
    }
  } finally {
    vi.restoreAllMocks()
  }
})
