import { expect, onTestFinished, test } from 'vitest'
import { testApp, type Client } from '../testing/app.ts'
import type { Caller } from './caller.ts'
import type { Database } from './db.ts'
import { newId } from './ids.ts'
import type { StreamAccess } from './open-streams.ts'
import { createStreamChecks, type CheckedStream } from './stream-checks.ts'

const app = await testApp()

const callerOf = ({ user_id, org_id, email, access_token }: Client): Caller => ({
  user_id,
  org_id,
  email,
  session_id: (
    JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string }
  ).session_id,
  aal: 'aal1',
  isKey: false,
  home_org_id: org_id,
  isNamed: false,
  request_id: newId(),
})

/** Checks that count their transactions. */
function counting(heartbeatMs: number) {
  let transactions = 0
  const db: Database = {
    ...app.db,
    transaction: (scope, work, options) => {
      transactions += 1
      return app.db.transaction(scope, work, options)
    },
  }
  const checks = createStreamChecks(db, heartbeatMs)
  onTestFinished(() => checks.close())
  return { checks, transactions: () => transactions }
}

function heardBy(caller: Caller) {
  const heard: (StreamAccess | undefined)[] = []
  const hear = (now: StreamAccess | undefined) => void heard.push(now)
  return { stream: { id: newId(), caller, beat: hear, changed: hear } satisfies CheckedStream, heard }
}

test('streams of many people and organizations are checked with one statement, each for its own person', async () => {
  const [ada, ben] = [await app.signUp(), await app.signUp()]
  const stranger = { ...callerOf(ben), org_id: ada.org_id }
  const { checks, transactions } = counting(1_900)
  const streams = Array.from({ length: 60 }, (_, n) =>
    heardBy([callerOf(ada), callerOf(ben), stranger][n % 3] as Caller),
  )
  for (const { stream } of streams) checks.add(stream)
  await expect.poll(() => streams.every(({ heard }) => heard.length > 0), { timeout: 30_000 }).toBe(true)
  expect(transactions()).toBe(Math.max(...streams.map(({ heard }) => heard.length)))
  for (const [n, { heard }] of streams.entries())
    expect(heard[0]).toEqual({ role: n % 3 === 2 ? null : 'owner', lacks_second_factor: false })
})

test('streams requested at the same moment are checked together, and a closed one is notified of nothing', async () => {
  const caller = callerOf(await app.signUp())
  const { checks, transactions } = counting(60_000)
  const streams = Array.from({ length: 20 }, () => heardBy(caller))
  const stops = streams.map(({ stream }) => checks.add(stream))
  for (const { stream } of streams) checks.soon(stream)
  stops[0]?.()
  await expect.poll(() => streams.filter(({ heard }) => heard.length === 1).length, { timeout: 20_000 }).toBe(19)
  expect([transactions(), streams[0]?.heard]).toEqual([1, []])
})
