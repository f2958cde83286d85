import { expect, test } from 'vitest'
import { browserTab, goodPassword, linkOf, mailedServer, newAddress, post, sessionOf } from '../testing/identity.ts'

/** No request reveals whether an address has an account: same status, body, headers and time. */
const { url, mailTo, app } = await mailedServer()

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
    .replaceAll(/[\da-f]{12}@example\.com/g, 'an address')
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

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The difference in milliseconds between the medians for a known and for unknown addresses. */
async function difference(known: string, path: string, body: (email: string) => object): Promise<number> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let i = 0; i < 30; i++)
    // Alternately and in both orders, so that other load on the machine affects both equally.
    for (const who of i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const email = who === 'known' ? known : newAddress()
      const begin = performance.now()
      await post(url, path, body(email))
      times[who].push(performance.now() - begin)
      // The email of one request must not be measured with the next.
      await app.mails?.drain()
    }
  return Math.abs(median(times.known) - median(times.unknown))
}

test('requests take the same time for every address: medians within 10 ms', async () => {
  const known = await account()
  for (const [name, [path, body]] of Object.entries(requests)) {
    const measured: number[] = []
    // A busy machine is uneven once or twice; a leak shows every time.
    while (measured.length < 3 && (measured.at(-1) ?? Infinity) >= 10)
      measured.push(await difference(known, path, body))
    expect(measured.at(-1), `${name}: ${measured.join(', ')}`).toBeLessThan(10)
  }
})
